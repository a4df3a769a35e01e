package rivet.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything about one thing: a name and a value on each line. */
final class Fields {

    private final List<String> lines = new ArrayList<>();

    Fields add(String name, Object value) {
        lines.add("%-13s %s".formatted(name, Printable.line(String.valueOf(value))).stripTrailing());
        return this;
    }

    Fields add(String name, Optional<?> value) {
        value.ifPresent(present -> add(name, present));
        return this;
    }

    String render() {
        return String.join("\n", lines);
    }
}
