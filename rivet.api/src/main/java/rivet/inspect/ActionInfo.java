package rivet.inspect;

import java.util.List;
import java.util.Map;

/**
 * An action of a type, for a form that calls it.
 *
 * @param name its name on the wire
 * @param parameters what it takes, in order
 */
public record ActionInfo(String name, List<Parameter> parameters) {

    /**
     * A parameter.
     *
     * @param name its name in the author's code
     * @param type its name for a person, such as {@code String} or {@code List<Item>}
     * @param schema which JSON values fit: a JSON Schema of {@code type}, {@code format}, {@code enum}, {@code items}, {@code properties} and {@code required}; empty for any
     * @param rest whether it takes all arguments that follow; the schema is that of one
     */
    public record Parameter(String name, String type, Map<String, Object> schema, boolean rest) {}
}
