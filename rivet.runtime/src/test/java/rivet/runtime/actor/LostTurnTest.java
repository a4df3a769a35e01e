package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import rivet.error.RivetException;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;

/** A transaction within a turn cannot be undone, and with it all is undone that the turn did before; its code goes on and is not told. */
class LostTurnTest extends ActorTest {

    @Test
    void nothingOfTheTurnIsKeptThen() throws Exception {
        Map<String, Scripted.Body<Count>> bodies = new HashMap<>();
        bodies.put("lost", actor -> {
            actor.setState(new Count(1));
            Scripted.item(actor.sql(), "a");
            assertThatThrownBy(() -> actor.sql().transaction(() -> {
                Scripted.item(actor.sql(), "b");
                throw new IllegalStateException("its own fault");
            })).isInstanceOf(IllegalStateException.class);
            storage.refusedStatement = "nothing";
            Scripted.item(actor.sql(), "c");
            return "done";
        });
        platform.type("counting", () -> new Counting(bodies));
        platform.start("counting", "a1");
        platform.call("a1", "items");
        storage.refusedStatement = "ROLLBACK TO";
        assertThatThrownBy(() -> platform.call("a1", "act", "lost")).isInstanceOf(RivetException.class);
        assertThat(platform.call("a1", "items")).isEqualTo(List.of());
        assertThat(platform.call("a1", "add", 1)).isEqualTo(1);
    }
}
