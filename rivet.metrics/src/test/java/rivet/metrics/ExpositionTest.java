package rivet.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import rivet.inspect.Measure;

class ExpositionTest {

    private static String text(Measure... measures) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Exposition().write(List.of(measures), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void eachKindHasItsForm() throws IOException {
        assertThat(text(new Measure.Count("a_b", "As.", Map.of("actor_name", "x\"y"), 3))).contains("# TYPE a_b_total counter", "a_b_total{actor_name=\"x\\\"y\"} 3.0");
        assertThat(text(new Measure.Level("c", "Cs.", Map.of(), 2.5))).contains("# HELP c Cs.", "# TYPE c gauge", "c 2.5");
        assertThat(text(new Measure.Level("rivetkit_info", "It.", Map.of("type", "local"), 1))).contains("rivetkit_info{type=\"local\"} 1");
    }

    @Test
    void classesOfDurationsAreAddedUp() throws IOException {
        Measure durations = new Measure.Durations("d_seconds", "Ds.", Map.of("k", "v"), List.of(0.1, 1.0), List.of(2L, 3L, 4L), 7.5);
        assertThat(text(durations)).contains("# TYPE d_seconds histogram", "d_seconds_bucket{k=\"v\",le=\"0.1\"} 2", "d_seconds_bucket{k=\"v\",le=\"1.0\"} 5",
            "d_seconds_bucket{k=\"v\",le=\"+Inf\"} 9", "d_seconds_count{k=\"v\"} 9", "d_seconds_sum{k=\"v\"} 7.5");
    }

    @Test
    void aNameThatComesFromSeveralPlacesAppearsOnce() throws IOException { // R-met-2
        String text = text(new Measure.Level("c", "Cs.", Map.of("a", "1"), 1), new Measure.Level("b", "Bs.", Map.of(), 1),
            new Measure.Level("c", "Cs.", Map.of("a", "2"), 2));
        assertThat(text).containsOnlyOnce("# TYPE c gauge").contains("c{a=\"1\"} 1.0", "c{a=\"2\"} 2.0");
    }

    @Test
    void theProcessTellsOfItself() throws IOException { // R-met-5, R-met-6
        String text = text(new ProcessMeters("1.2.3").measures().toArray(Measure[]::new));
        assertThat(text).contains("rivetkit_info{runtime=\"rivet-jvm\",type=\"local\",version=\"1.2.3\"} 1", "jvm_memory_used_bytes{area=\"heap\"}",
            "jvm_threads_current", "jvm_gc_collections_total{gc=");
    }
}
