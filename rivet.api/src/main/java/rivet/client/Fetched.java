package rivet.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What an actor's own code answered.
 *
 * @param status HTTP status
 * @param headers values by name, names in lower case
 * @param body all of it
 */
public record Fetched(int status, Map<String, List<String>> headers, byte[] body) {

    /** Returns the body as text in UTF-8. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Returns the first value of a header. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT))).flatMap(values -> values.stream().findFirst());
    }
}
