package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class TableTest {

    private static final List<Column> COLUMNS = List.of(Column.whole("ID", 12), Column.cut("TYPE", 20), Column.cut("KEY", 28),
        Column.number("GEN", 4));

    private static String render(String... cells) {
        Table table = new Table(COLUMNS);
        table.add(List.of(cells));
        return table.render();
    }

    @Test
    void alignsAndLeavesNoBlanksAtTheEnd() {
        assertThat(render("abc", "counter", "", "7")).isEqualTo("""
            ID   TYPE     KEY  GEN
            abc  counter         7""");
    }

    @Test
    void cutsTheColumnFarthestOverItsWidth() {
        assertThat(render("0123456789ab", "counter", "k".repeat(300), "7").lines().toList().get(1)).hasSize(Table.WIDTH)
            .startsWith("0123456789ab  counter  k").endsWith("k…    7");
    }

    @Test
    void cutsSeveralIfOneIsNotEnough() {
        String row = render("0123456789ab", "t".repeat(100), "k".repeat(100), "7").lines().toList().get(1);
        assertThat(row).hasSize(Table.WIDTH).contains("t…  k", "k…    7");
    }

    @Test
    void neverCutsAnId() {
        assertThat(render("0".repeat(120), "t".repeat(40), "k".repeat(40), "7")).contains("0".repeat(120) + "  " + "t".repeat(19) + "…");
    }

    @Test
    void countsCharactersNotTheirHalves() {
        assertThat(render("abc", "counter", "\ud83d\ude80".repeat(200), "7").lines().toList().get(1)).contains("\ud83d\ude80…")
            .matches(line -> line.codePointCount(0, line.length()) == Table.WIDTH);
    }

    @Test
    void keepsEveryRowOnItsLine() {
        assertThat(render("abc", "counter", "a\nb\tc\u001b[1m", "7").lines()).hasSize(2).element(1).asString()
            .contains("a\\nb\\tc\\u001b[1m");
    }

    @Test
    void alignsRowsThatStandAlone() {
        assertThat(Table.line(COLUMNS, List.of("abc", "counter", "a", "7"))).hasSize(12 + 2 + 20 + 2 + 28 + 2 + 4)
            .isEqualTo("abc           counter               a                                7");
    }
}
