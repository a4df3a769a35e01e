package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;
import rivet.runtime.actor.Scripted.Gate;

/** The history of a job among transactions that go over await points: it never waits for one. */
class CronHistoryTest extends ActorTest {

    private final Map<String, Scripted.Body<Count>> bodies = new HashMap<>();
    private final Gate gate = new Gate();

    private void start() throws Exception {
        bodies.put("history", actor -> actor.cron().history("job", 10).size());
        platform.type("counting", () -> new Counting(bodies));
        platform.start("counting", "a1");
    }

    @Test
    void itCanBeReadInsideAManualTransaction() throws Exception {
        bodies.put("manual", actor -> {
            actor.sql().execute("BEGIN");
            Scripted.item(actor.sql(), "one");
            int runs = actor.cron().history("job", 10).size();
            gate.pass(actor);
            runs += actor.cron().history("job", 10).size();
            actor.sql().execute("COMMIT");
            return runs;
        });
        start();
        CompletableFuture<Object> manual = platform.callLater("a1", "act", "manual");
        TestPlatform.await(gate.reached());
        assertCode(() -> platform.call("a1", "act", "history"), "sqlite", "writer_busy");
        gate.open().complete(null);
        assertThat(TestPlatform.await(manual)).isEqualTo(0);
        assertThat(platform.call("a1", "act", "history")).isEqualTo(0);
        assertThat(platform.call("a1", "items").toString()).isEqualTo("[one]");
    }
}
