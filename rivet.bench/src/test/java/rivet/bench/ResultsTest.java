package rivet.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class ResultsTest {

    private final Results results = new Results();

    private void sample(String scenario, String side, double rate) {
        results.add(new Sample(scenario, side, Map.of("rate", rate)));
    }

    private static Row row(String real, Goal goal) {
        return new Row("actions/s", real, Cell.of("ws.100x64", "null", "rate"), Cell.of("ws.100x64", "ours", "rate"), goal, Lines::rate);
    }

    @Test
    void mediansArePerScenarioAndSide() {
        sample("a", "null", 30);
        sample("a", "null", 10);
        sample("a", "null", 20);
        sample("a", "ours", 5);
        sample("a", "ours", 7);
        assertThat(results.median("a", "null", "rate")).hasValue(20);
        assertThat(results.median("a", "ours", "rate")).hasValue(6);
        assertThat(results.median("b", "null", "rate")).isEmpty();
        assertThat(results.median("a", "null", "p50")).isEmpty();
        assertThat(results.medians()).isEqualTo(Map.of("a", Map.of("null", Map.of("rate", 20.0), "ours", Map.of("rate", 6.0))));
    }

    @Test
    void theBestOfSeveralScenariosIsTheCeiling() {
        sample("one", "raw", 10);
        sample("two", "raw", 20);
        assertThat(new Cell(List.of("one", "two", "three"), "raw", "rate").in(results)).hasValue(20);
        assertThat(Cell.of("three", "raw", "rate").in(results)).isEmpty();
    }

    @Test
    void aRowSaysWhatShareOfTheCeilingIsReached() {
        sample("ws.100x64", "null", 50_000);
        sample("ws.100x64", "ours", 20_000);
        Row row = row("2.0 k", new Goal(true, 0.5, true));
        assertThat(row.markdown(results)).isEqualTo("| actions/s | 2.0 k | 50.0 k/s | 20.0 k/s (0.40 ×) | ≥ 0.5 × ceiling | **no** |");
    }

    @Test
    void aRowWithoutOursHasNoVerdict() {
        sample("ws.100x64", "null", 50_000);
        Row row = row("", new Goal(false, 100, false));
        assertThat(row.markdown(results)).isEqualTo("| actions/s |  | 50.0 k/s | - | ≤ 100/s | - |");
        assertThat(row.measured(results)).isTrue();
    }

    @Test
    void theWholeTableIsMarkdown() {
        sample("ws.100x64", "null", 50_000);
        assertThat(new Table(results).markdown().lines()).hasSize(3)
            .allSatisfy(line -> assertThat(line.chars().filter(c -> c == '|')).hasSize(7));
    }
}
