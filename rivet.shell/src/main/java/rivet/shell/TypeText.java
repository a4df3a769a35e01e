package rivet.shell;

import static rivet.shell.Column.cut;
import static rivet.shell.Column.number;

import java.util.List;

import rivet.inspect.TypeInfo;
import rivet.inspect.TypeInfo.FactoryInfo;

/** How actor types are printed. */
final class TypeText {

    private static final List<Column> COLUMNS = List.of(cut("TYPE", 22), cut("BUNDLE", 26), cut("VERSION", 20), number("AWAKE", 5),
        cut("STATE", 19));

    private TypeText() {}

    /** Lists types: each with its best factory, what others it has below. */
    static Listing<TypeInfo> list(List<TypeInfo> types) {
        Table table = new Table(COLUMNS);
        for (TypeInfo type : types) {
            table.add(best(type), type.error().map(error -> "error: " + error).stream().toList());
            type.factories().stream().skip(1).forEach(factory -> table.add(cells("", factory, "")));
        }
        return Listing.of(types, TypeInfo::name, table, "no actor types");
    }

    /** Returns a row that aligns with others of its kind. */
    static String line(TypeInfo type) {
        return Table.line(COLUMNS, best(type));
    }

    /** Returns everything about a type. */
    static String all(TypeInfo type) {
        Fields fields = new Fields()
            .add("type", type.name())
            .add("state", state(type))
            .add("error", type.error())
            .add("awake", type.awake())
            .add("actions", String.join(" ", type.actions()));
        for (FactoryInfo factory : type.factories()) {
            fields.add("factory", "%s %s, ranking %d, service %d, awake %d".formatted(factory.bundle(), factory.version(),
                factory.ranking(), factory.serviceId(), factory.awake()));
        }
        return fields.render();
    }

    private static List<String> best(TypeInfo type) {
        return type.factories().isEmpty()
            ? List.of(type.name(), "-", "-", String.valueOf(type.awake()), state(type))
            : cells(type.name(), type.factories().getFirst(), state(type));
    }

    private static List<String> cells(String name, FactoryInfo factory, String state) {
        return List.of(name, factory.bundle(), factory.version(), String.valueOf(factory.awake()), state);
    }

    private static String state(TypeInfo type) {
        if (type.error().isPresent()) {
            return "error";
        }
        return type.factories().isEmpty() ? "no factory" : "ok";
    }
}
