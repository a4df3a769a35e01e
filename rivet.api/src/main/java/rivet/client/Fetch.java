package rivet.client;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An HTTP request to an actor's own code.
 *
 * @param method GET, POST, ...
 * @param target path and query as the actor sees them, percent-encoded, beginning with a slash
 * @param headers values by name
 * @param body empty for none
 */
public record Fetch(String method, String target, Map<String, List<String>> headers, byte[] body) {

    /** Makes a request. */
    public Fetch {
        if (!target.startsWith("/")) {
            throw new IllegalArgumentException("a target begins with a slash: " + target);
        }
        headers = Map.copyOf(headers);
    }

    /** Returns a request without a body. */
    public static Fetch get(String target) {
        return new Fetch("GET", target, Map.of(), new byte[0]);
    }

    /** Returns a request with a body. */
    public static Fetch post(String target, String contentType, byte[] body) {
        return new Fetch("POST", target, Map.of("content-type", List.of(contentType)), body);
    }

    /** Returns a request with a text for its body, in UTF-8. */
    public static Fetch post(String target, String contentType, String body) {
        return post(target, contentType, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the request with one more header. */
    public Fetch withHeader(String name, String value) {
        Map<String, List<String>> all = new LinkedHashMap<>(headers);
        all.put(name, List.of(value));
        return new Fetch(method, target, all, body);
    }
}
