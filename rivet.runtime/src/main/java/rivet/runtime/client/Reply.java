package rivet.runtime.client;

import java.util.List;
import java.util.Map;

/**
 * An answer to an {@link Outgoing}.
 *
 * @param headers names in lower case
 */
public record Reply(int status, Map<String, List<String>> headers, byte[] body) {

    /** Returns the first value of a header; empty for none. */
    String header(String name) {
        return headers.getOrDefault(name, List.of("")).getFirst();
    }
}
