package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.error.RivetException;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;

/** Scheduled calls of an actor whose actions come one after the other. */
class SerialScheduleTest extends ActorTest {

    @Test
    void oneThatTakesTooLongIsInterruptedAndTheNextActionComes() throws Exception { // R-act-5, R-sched-23
        Map<String, Scripted.Body<Count>> bodies = new HashMap<>();
        bodies.put("later", actor -> actor.schedule().after(Duration.ZERO, "act", "stuck"));
        bodies.put("stuck", actor -> {
            TRACE.add("begins");
            try {
                actor.await(new CompletableFuture<>());
            } catch (RivetException e) {
                TRACE.add(e.code());
                throw e;
            }
            return null;
        });
        platform.type("counting", () -> new Counting(bodies), "concurrency", "serial", "actionTimeout", 2_000);
        platform.start("counting", "a1");
        platform.call("a1", "act", "later");
        TestPlatform.until(() -> TRACE.contains("action_timed_out"));
        assertThat(platform.call("a1", "add", 1)).isEqualTo(1);
    }
}
