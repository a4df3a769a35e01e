package rivet.runtime.wire;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.actor.Request;
import rivet.runtime.body.BodyReader;
import rivet.runtime.value.ValueMapper;
import rivet.spi.engine.HttpCall;

/** An HTTP request on its way to the code of an actor. */
final class IncomingRequest implements Request {

    /** What the application asked for, where the client had to ask for something else. */
    private static final String ORIGINAL_URL = "x-rivet-internal-original-request-url";
    private static final int MOST = 20 * 1024 * 1024;

    private final HttpCall call;
    private final String target;
    private final ValueMapper mapper;
    private final Map<String, List<String>> headers;
    private Optional<BodyReader> reader = Optional.empty(); // guarded by this

    /**
     * Makes a request.
     *
     * @param target what is left of the path, and the query
     */
    IncomingRequest(HttpCall call, String target, ValueMapper mapper) {
        this.call = call;
        this.target = target;
        this.mapper = mapper;
        Map<String, List<String>> seen = new LinkedHashMap<>(call.headers());
        seen.remove(ORIGINAL_URL);
        headers = Map.copyOf(seen);
    }

    @Override
    public String method() {
        return call.method();
    }

    @Override
    public String url() {
        return call.header(ORIGINAL_URL).orElseGet(() -> "http://" + call.header("host").orElse("actor") + target);
    }

    @Override
    public String target() {
        return target;
    }

    @Override
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    @Override
    public Optional<String> query() {
        int query = target.indexOf('?');
        return query < 0 ? Optional.empty() : Optional.of(target.substring(query + 1));
    }

    @Override
    public Map<String, List<String>> headers() {
        return headers;
    }

    @Override
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))).map(List::getFirst);
    }

    @Override
    public CompletionStage<byte[]> bytes() {
        return call.body().bytes(MOST);
    }

    @Override
    public CompletionStage<String> text() {
        return bytes().thenApply(content -> new String(content, StandardCharsets.UTF_8));
    }

    @Override
    public <T> CompletionStage<T> json(Class<T> type) {
        return bytes().thenApply(content -> mapper.fromJson(content, type, "request body"));
    }

    @Override
    public synchronized CompletionStage<Optional<byte[]>> next() {
        if (reader.isEmpty()) {
            BodyReader first = new BodyReader();
            call.body().stream().subscribe(first);
            reader = Optional.of(first);
        }
        return reader.get().next();
    }
}
