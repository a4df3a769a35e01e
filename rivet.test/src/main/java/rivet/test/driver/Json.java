package rivet.test.driver;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON for WebSockets of actors' own, over which the platform carries texts and no values. */
public final class Json {

    private Json() {}

    /**
     * Returns a value as JSON.
     *
     * @param value null, a Boolean, a number, a text, or a Map or Collection of these
     */
    public static String text(Object value) {
        return switch (value) {
            case null -> "null";
            case Boolean flag -> flag.toString();
            case Number number -> number.toString();
            case Map<?, ?> map -> map.entrySet().stream().map(entry -> quoted(entry.getKey()) + ":" + text(entry.getValue())).collect(Collectors.joining(",", "{", "}"));
            case Collection<?> all -> all.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
            default -> quoted(value);
        };
    }

    private static String quoted(Object value) {
        StringBuilder text = new StringBuilder("\"");
        value.toString().chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
            } else if (c < ' ') {
                text.append("\\u%04x".formatted(c));
            } else {
                text.append((char) c);
            }
        });
        return text.append('"').toString();
    }
}
