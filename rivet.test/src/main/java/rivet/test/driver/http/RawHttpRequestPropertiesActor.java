package rivet.test.driver.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.error.RivetException;

/** Answers with everything that it sees of a request. */
@ActorType("rawHttpRequestPropertiesActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawHttpRequestPropertiesActor extends Actor<Void> {

    /** A body: what it means, and as a text where it is one. */
    private record Content(Object value, String text) {

        static final Content NONE = new Content(null, null);
    }

    @Override
    protected Response onRequest(Request request) {
        return switch (request.method()) {
            case "HEAD" -> Response.of(200);
            case "OPTIONS" -> Response.of(204);
            default -> Response.json(describe(request));
        };
    }

    private Map<String, Object> describe(Request request) {
        Content content = content(request);
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("url", request.url());
        seen.put("pathname", request.path());
        seen.put("search", request.query().map(query -> "?" + query).orElse(""));
        seen.put("searchParams", parameters(request.query().orElse("")));
        seen.put("hash", "");
        seen.put("method", request.method());
        seen.put("headers", RawHttpActor.flat(request.headers()));
        seen.put("body", content.value());
        seen.put("bodyText", content.text());
        // what a browser's requests have besides does not travel
        for (String name : new String[] { "cache", "credentials", "mode", "redirect", "referrer" }) {
            seen.put(name, null);
        }
        return seen;
    }

    private Content content(Request request) {
        if (request.method().equals("GET")) {
            return Content.NONE;
        }
        if (request.header("content-type").orElse("").contains("application/json")) {
            return json(request);
        }
        String text = await(request.text());
        return new Content(text.isEmpty() ? null : text, text);
    }

    private Content json(Request request) {
        try {
            return new Content(await(request.json(Object.class)), null);
        } catch (RivetException e) {
            log().debug("no JSON", e);
            return new Content(null, "");
        }
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&")) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                parameters.put(decode(name), equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return parameters;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
