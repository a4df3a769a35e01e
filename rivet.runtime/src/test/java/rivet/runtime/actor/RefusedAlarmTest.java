package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import rivet.actor.ActorContext;
import rivet.error.RivetException;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;

/** The engine cannot set the alarm that a turn needs: nothing of the turn is kept, and its caller is told the truth, by a code that clients do not resend. */
class RefusedAlarmTest extends ActorTest {

    private final Map<String, Scripted.Body<Count>> bodies = new HashMap<>();

    @BeforeEach
    void start() throws Exception {
        bodies.put("once", actor -> changeAndPlan(actor));
        bodies.put("twice", actor -> {
            actor.updateState(s -> new Count(s.count() + 1));
            actor.saveStateNow();
            return changeAndPlan(actor);
        });
        platform.type("counting", () -> new Counting(bodies));
        platform.start("counting", "a1");
        platform.call("a1", "items");
        platform.refusesAlarms = true;
    }

    private static Object changeAndPlan(ActorContext<Count> actor) {
        actor.updateState(s -> new Count(s.count() + 10));
        Scripted.item(actor.sql(), "row");
        return actor.schedule().after(Duration.ofHours(1), "act", "once");
    }

    private void assertRefused(String action, String committed) {
        assertThatThrownBy(() -> platform.call("a1", "act", action)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("actor.storage_failed");
            assertThat(e.metadata()).contains(Map.of("committed", committed, "reason", "its alarm could not be set"));
        });
    }

    @Test
    void stateAndRowsOfTheTurnAreUndone() throws Exception {
        assertRefused("once", "no");
        assertThat(platform.call("a1", "add", 1)).isEqualTo(1);
        assertThat(platform.call("a1", "items").toString()).isEqualTo("[]");
    }

    @Test
    void anEarlierTurnOfTheCallIsKeptAndItIsNotSaidThatAllIs() throws Exception {
        assertRefused("twice", "unknown");
        assertThat(platform.call("a1", "add", 1)).isEqualTo(2);
        assertThat(platform.call("a1", "items").toString()).isEqualTo("[]");
    }
}
