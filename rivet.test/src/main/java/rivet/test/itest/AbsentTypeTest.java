package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

import rivet.inspect.ActorInfo.Status;
import rivet.test.itest.actors.counter.Counter;

/** Types without code: one that never had any, and one that does not come back (design.md 6). */
class AbsentTypeTest extends InContainer {

    private static final Duration GRACE = Duration.ofSeconds(5);

    @Test
    void aTypeThatNobodyEverSawIsUnknown() throws Exception {
        Client.Reply reply = client.call("itest.never", key, "get");
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.code()).isEqualTo("actor.not_registered");
        assertThat(reply.failure().orElseThrow().message()).contains("itest.never");
        assertThat(client.connect("itest.never", key).handle((live, cut) -> cut.getCause().getMessage()).get(10, TimeUnit.SECONDS))
            .contains("1011").contains("actor.not_registered");
        assertThat(type("itest.never")).isEmpty();
    }

    @Test
    void callersOfATypeThatDoesNotComeBackAreToldWhichAfterTheGrace() throws Exception {
        Bundle bundle = ActorBundle.of("itest.gone", "1.0.0", "counter").start(context);
        ActorBundle.of("itest.stays", "1.0.0", "busy").start(context);
        assertThat(client.call(Counter.TYPE, key, "add", 3L).number()).isEqualTo(3);
        Live live = client.connect(Counter.TYPE, key).get(10, TimeUnit.SECONDS);
        bundle.uninstall();
        Await.until("sleep", () -> actor(Counter.TYPE, key).status() == Status.SLEEPING);

        long begun = System.nanoTime();
        List<CompletableFuture<Client.Reply>> held = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            held.add(client.send(Counter.TYPE, key, "get"));
            held.add(client.send(Counter.TYPE, i + key, "get")); // actors that are new
        }
        CompletableFuture<Live> heldSocket = client.connect(Counter.TYPE, key);
        // others notice nothing
        assertThat(client.call("itest.busy", key, "pause", 1L).text()).isEqualTo("paused");
        for (CompletableFuture<Client.Reply> one : held) {
            Client.Reply reply = one.get(10, TimeUnit.SECONDS);
            assertThat(reply.status()).isEqualTo(503);
            assertThat(reply.code()).isEqualTo("actor.restarting");
            assertThat(reply.metadata("type")).isEqualTo(Counter.TYPE);
            assertThat(reply.failure().orElseThrow().message()).contains(Counter.TYPE);
        }
        assertThat(heldSocket.handle((opened, cut) -> cut.getCause().getMessage()).get(5, TimeUnit.SECONDS)).contains("1011").contains("actor.restarting");
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(GRACE.minusMillis(200), GRACE.plusSeconds(5));

        // the next ones need not wait again: it was tried a moment ago
        long second = System.nanoTime();
        assertThat(client.call(Counter.TYPE, key, "get").code()).isEqualTo("actor.restarting");
        assertThat(Duration.ofNanos(System.nanoTime() - second)).isLessThan(GRACE.plusSeconds(2));
        assertThat(actor(Counter.TYPE, key).error()).hasValueSatisfying(error -> assertThat(error).contains("actor.restarting").contains(Counter.TYPE));

        // and when it is back, it is back at once
        ActorBundle.of("itest.gone", "1.0.1", "counter").start(context);
        assertThat(client.call(Counter.TYPE, key, "get").number()).isEqualTo(3);
        assertThat(client.call(Counter.TYPE, "0" + key, "add", 1L).number()).isEqualTo(1);
        assertThat(actor(Counter.TYPE, key).error()).isEmpty();
        // for its connections too
        assertThat(live.call("get").get(10, TimeUnit.SECONDS).number()).isEqualTo(3);
    }
}
