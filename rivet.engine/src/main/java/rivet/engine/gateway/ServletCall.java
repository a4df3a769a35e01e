package rivet.engine.gateway;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;

import rivet.engine.web.HopHeaders;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;

/**
 * A request, with a path and query of its own. Holds the header fields of the request, which nobody changes, not the request, which
 * is over when it is answered.
 */
final class ServletCall implements HttpCall {

    /** What is between client and gateway only; that a client would not wait for the actor is the actor's business, too. */
    private static final Set<String> GATEWAYS = Set.of("x-rivet-token", "x-rivet-target", "x-rivet-actor");

    private final String method;
    private final String target;
    private final HttpFields fields;
    private final HttpBody body;
    private final boolean forActor;

    private ServletCall(String method, String target, HttpFields fields, HttpBody body, boolean forActor) {
        this.method = method;
        this.target = target;
        this.fields = fields;
        this.body = body;
        this.forActor = forActor;
    }

    /** Makes the request as it came in. */
    static ServletCall incoming(String method, String target, HttpFields fields, HttpBody body) {
        return new ServletCall(method, target, fields, body, false);
    }

    /** Returns the request as the actor sees it. */
    ServletCall forActor(String path) {
        return new ServletCall(method, path, fields, body, true);
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public Optional<String> header(String name) {
        HttpField field = fields.getField(name);
        return field == null || isHidden(field.getLowerCaseName()) ? Optional.empty() : Optional.ofNullable(field.getValue());
    }

    @Override
    public Map<String, List<String>> headers() {
        return headers(fields, forActor);
    }

    /** Returns fields as a map, without those that an actor does not see. */
    static Map<String, List<String>> headers(HttpFields fields, boolean forActor) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (HttpField field : fields) {
            String name = field.getLowerCaseName();
            if (!forActor || !HopHeaders.contains(name) && !GATEWAYS.contains(name)) {
                headers.computeIfAbsent(name, first -> new ArrayList<>(1)).add(field.getValue() == null ? "" : field.getValue());
            }
        }
        return headers;
    }

    private boolean isHidden(String name) {
        return forActor && (HopHeaders.contains(name) || GATEWAYS.contains(name));
    }

    @Override
    public HttpBody body() {
        return body;
    }
}
