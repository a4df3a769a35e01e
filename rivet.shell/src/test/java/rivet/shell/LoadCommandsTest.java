package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import rivet.inspect.StuckTurn;

class LoadCommandsTest {

    private final MemoryInspection platform = new MemoryInspection();
    private final Terminal terminal = new Terminal(platform);

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void listsTheBusiest() throws Exception {
        platform.add(Samples.awake(Samples.id("abc"), "counter", "a")).add(Samples.awake(Samples.id("xyz"), "counter", "b"));
        assertThat(terminal.run("rivet:top -l 1")).isEqualTo("""
            ID            TYPE     KEY  BUSY  TURNS  ERRORS  WAITING  RUNNING
            abc000000000  counter  a    2.3s   1234       5        2        1""");
        assertThat(terminal.run("rivet:top")).contains("xyz");
        assertThat(terminal.fail("rivet:top -l 0")).startsWith("validation.invalid_input:");
    }

    @Test
    void listsStuckTurnsWithTheirStacks() throws Exception {
        List<String> stack = List.of("demo.Counter.spin(Counter.java:12)", "x".repeat(200));
        platform.stuck.add(new StuckTurn(Samples.id("abc"), "counter", "action spin", 12_345, false, "actor-1", stack));
        platform.stuck.add(new StuckTurn(Samples.id("xyz"), "counter", "onSleep", 3_600_000, true, "actor-2", List.of()));
        assertThat(terminal.run("rivet:stuck")).isEqualTo("""
            ID            TYPE     WHAT         FOR  STATE      THREAD
            abc000000000  counter  action spin  12s  running    actor-1
                demo.Counter.spin(Counter.java:12)
                %s…
            xyz000000000  counter  onSleep       1h  abandoned  actor-2""".formatted("x".repeat(95)));
    }

    @Test
    void saysSoIfThereIsNothing() throws Exception {
        assertThat(terminal.run("rivet:top")).isEqualTo("no actor is awake");
        assertThat(terminal.run("rivet:stuck")).isEqualTo("no stuck turns");
    }
}
