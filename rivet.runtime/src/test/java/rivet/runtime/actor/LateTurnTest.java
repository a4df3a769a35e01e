package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.actor.ActorContext;
import rivet.error.RivetException;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;
import rivet.runtime.actor.Scripted.Gate;

/** A call whose first turn is durable and whose last one ends after its instance has ended: of that nothing is kept, so not all is. */
class LateTurnTest extends ActorTest {

    private final Map<String, Scripted.Body<Count>> bodies = new HashMap<>();
    private final Gate gate = new Gate();
    private final CompletableFuture<Void> spins = new CompletableFuture<>();
    private final CompletableFuture<Void> spun = new CompletableFuture<>();

    private static Object change(ActorContext<Count> actor) {
        actor.updateState(s -> new Count(s.count() + 1));
        return null;
    }

    private void assertFailed(CompletableFuture<Object> reply, String committed) {
        assertThatThrownBy(() -> TestPlatform.await(reply)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.code()).isEqualTo("storage_failed");
            assertThat(e.metadata()).contains(Map.of("committed", committed));
        });
    }

    @Test
    void itIsNotSaidThatAllWasKept() throws Exception {
        bodies.put("change", LateTurnTest::change);
        bodies.put("late", actor -> {
            change(actor);
            actor.saveStateNow();
            gate.pass(actor);
            change(actor);
            spins.complete(null);
            while (!spun.isDone()) {
                Thread.onSpinWait();
            }
            return null;
        });
        platform.type("counting", () -> new Counting(bodies));
        platform.start("counting", "a1");
        CompletableFuture<Object> late = platform.callLater("a1", "act", "late");
        TestPlatform.await(gate.reached());
        int before = storage.commits.get();
        CompletableFuture<Void> held = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> change = platform.callLater("a1", "act", "change");
        TestPlatform.until(() -> storage.commits.get() > before);
        gate.open().complete(null);
        TestPlatform.await(spins);
        storage.failNext = true;
        held.complete(null);
        assertFailed(change, "no");
        spun.complete(null);
        assertFailed(late, "unknown");
    }
}
