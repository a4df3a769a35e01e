package rivet.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows under one line of titles, columns two blanks apart. A table wider than {@value #WIDTH} characters is cut down to that if its columns
 * allow it, the one farthest over its width first. A row may have lines of detail below it.
 */
final class Table {

    static final int WIDTH = 100;

    private static final String GAP = "  ";

    private record Row(List<String> cells, List<String> details) {}

    private final List<Column> columns;
    private final List<Row> rows = new ArrayList<>();

    Table(List<Column> columns) {
        this.columns = columns;
        rows.add(new Row(columns.stream().map(Column::title).toList(), List.of()));
    }

    void add(List<String> cells) {
        add(cells, List.of());
    }

    void add(List<String> cells, List<String> details) {
        rows.add(new Row(cells.stream().map(Printable::line).toList(), details.stream().map(Printable::line).toList()));
    }

    /** Returns the lines, without an end of line after the last. */
    String render() {
        int[] widths = widths();
        List<String> lines = new ArrayList<>();
        for (Row row : rows) {
            lines.add(line(row.cells(), widths));
            row.details().forEach(detail -> lines.add("    " + cut(detail, WIDTH - 4)));
        }
        return String.join("\n", lines);
    }

    /** Returns one row as it stands alone: beneath others of its kind the columns align. */
    static String line(List<Column> columns, List<String> cells) {
        Table table = new Table(columns);
        return table.line(cells.stream().map(Printable::line).toList(), columns.stream().mapToInt(Column::width).toArray());
    }

    private int[] widths() {
        int[] widths = new int[columns.size()];
        for (Row row : rows) {
            Arrays.setAll(widths, i -> Math.max(widths[i], length(row.cells().get(i))));
        }
        int over = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - WIDTH;
        int widest = widest(widths);
        while (over > 0 && spare(widths, widest) > 0) {
            int less = Math.min(over, spare(widths, widest));
            widths[widest] -= less;
            over -= less;
            widest = widest(widths);
        }
        return widths;
    }

    private int widest(int[] widths) {
        int widest = 0;
        for (int i = 1; i < widths.length; i++) {
            widest = spare(widths, i) > spare(widths, widest) ? i : widest;
        }
        return widest;
    }

    private int spare(int[] widths, int i) {
        return columns.get(i).fit() == Column.Fit.CUT ? widths[i] - columns.get(i).width() : 0;
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Column.Fit fit = columns.get(i).fit();
            String cell = fit == Column.Fit.CUT ? cut(cells.get(i), widths[i]) : cells.get(i);
            String blanks = " ".repeat(Math.max(0, widths[i] - length(cell)));
            line.append(i == 0 ? "" : GAP).append(fit == Column.Fit.NUMBER ? blanks + cell : cell + blanks);
        }
        return line.toString().stripTrailing();
    }

    private static String cut(String text, int width) {
        return length(text) <= width ? text : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
