package rivet.shell;

import java.util.HexFormat;
import java.util.List;

/** How rows of a database are printed. */
final class RowText {

    private static final int CELL = 12;

    private RowText() {}

    /** Lists rows; the first column stands for the row in a script. */
    static Listing<List<Object>> list(List<String> columns, List<List<Object>> rows) {
        if (columns.isEmpty()) {
            return Listing.of(List.of(), List::toString, new Table(List.of()), "no rows");
        }
        Table table = new Table(columns.stream().map(name -> Column.cut(name, CELL)).toList());
        rows.forEach(row -> table.add(row.stream().map(RowText::cell).toList()));
        return Listing.of(rows, row -> cell(row.getFirst()), table, "no rows");
    }

    private static String cell(Object value) {
        return switch (value) {
            case null -> "null";
            case byte[] bytes -> "x'" + HexFormat.of().formatHex(bytes) + "'";
            default -> value.toString();
        };
    }
}
