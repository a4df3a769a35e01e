package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

import rivet.test.itest.actors.busy.Busy;
import rivet.test.itest.actors.caller.Caller;
import rivet.test.itest.actors.counter.Counter;

/** Actors of two bundles that call each other. */
class CallingTest extends InContainer {

    private static final String CALLER = "rivet.test.itest.actors.caller.Caller";
    private static final String COUNTER = "rivet.test.itest.actors.counter.Counter";

    private final Loaders loaders = new Loaders();

    private Client.Reply caller(String action, Object... arguments) throws Exception {
        return client.call(Caller.TYPE, key, action, arguments);
    }

    private void stop(Bundle bundle) throws Exception {
        bundle.uninstall();
        refresh(bundle);
    }

    @Test
    void theyUnderstandEachOtherAndKeepNothingOfEachOther() throws Exception {
        Bundle counter = ActorBundle.of("itest.called", "1.0.0", "counter").start(context);
        Bundle caller = ActorBundle.of("itest.calling", "1.0.0", "caller").start(context);
        assertThat(caller("stride", key, 2).number()).isEqualTo(2);
        assertThat(caller("labels", key).output()).isEqualTo(List.of("by call"));
        assertThat(caller("fail", key).code()).isEqualTo("user.refused");
        assertThat(caller("fail", key).metadata("label")).isEqualTo("no");
        caller("listen", key);
        assertThat(client.call(Counter.TYPE, key, "step", Map.of("by", 3, "label", "x")).code()).isEqualTo("ok");
        Await.until("an event", () -> caller("heard").output().equals(List.of(5)));

        loaders.watch("the caller", caller, CALLER);
        stop(caller);
        loaders.awaitCollection();
        assertThat(client.call(Counter.TYPE, key, "get").number()).isEqualTo(5);
        loaders.watch("the called", counter, COUNTER);
        stop(counter);
        loaders.awaitCollection();
    }

    @Test
    void theCalledIsCollectedWhileItsCallerIsConnected() throws Exception {
        Bundle counter = ActorBundle.of("itest.called", "1.0.0", "counter").start(context);
        Bundle caller = ActorBundle.of("itest.calling", "1.0.0", "caller").start(context);
        caller("listen", key);
        loaders.watch("1.0.0", counter, COUNTER);
        counter.update(ActorBundle.of("itest.called", "1.1.0", "counter").stream(context));
        refresh(counter);
        loaders.awaitCollection();
        assertThat(caller("stride", key, 4).number()).isEqualTo(4);
        Await.until("an event of the new code", () -> {
            client.call(Counter.TYPE, key, "step", Map.of("by", 1, "label", "again"));
            return !((List<?>) caller("heard").output()).isEmpty();
        });
        stop(caller);
        stop(counter);
    }

    @Test
    void aCallerWithACallUnderWayIsCollected() throws Exception {
        Bundle busy = ActorBundle.of("itest.busy", "1.0.0", "busy").start(context);
        Bundle caller = ActorBundle.of("itest.calling", "1.0.0", "caller").start(context);
        assertThat(caller("leaveOpen", Busy.TYPE, key, "pause", 30_000).code()).isEqualTo("ok");
        Await.until("a turn", () -> live(Busy.TYPE, key).filter(actor -> actor.running() == 1).isPresent());
        loaders.watch("the caller", caller, CALLER);
        stop(caller);
        loaders.awaitCollection();
        assertThat(live(Busy.TYPE, key).orElseThrow().running()).as("who was called is still at it").isEqualTo(1);
        stop(busy);
    }

    @Test
    void whoSleepsIsWoken() throws Exception {
        Bundle counter = ActorBundle.of("itest.called", "1.0.0", "counter").start(context);
        Bundle caller = ActorBundle.of("itest.calling", "1.0.0", "caller").start(context);
        assertThat(caller("stride", key, 1).number()).isEqualTo(1);
        String id = actor(Counter.TYPE, key).id();
        engines.getService().sleep(id).toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertThat(live(Counter.TYPE, key)).isEmpty();
        assertThat(caller("stride", key, 1).number()).isEqualTo(2);
        stop(caller);
        stop(counter);
    }

    @Test
    void callsGoOnWhileTheCalledIsReplaced() throws Exception {
        Bundle counter = ActorBundle.of("itest.called", "1.0.0", "counter").start(context);
        Bundle caller = ActorBundle.of("itest.calling", "1.0.0", "caller").start(context);
        CompletableFuture<Client.Reply> many = client.send(Caller.TYPE, key, "addOften", key, 400);
        for (int i = 1; i <= 3; i++) {
            long before = client.call(Counter.TYPE, key, "get").number();
            Await.until("some calls", () -> client.call(Counter.TYPE, key, "get").number() > before || many.isDone());
            counter.update(ActorBundle.of("itest.called", "1.0." + i, "counter").stream(context));
            refresh(counter);
        }
        assertThat(many.get(60, TimeUnit.SECONDS).number()).as("each once").isEqualTo(400);
        stop(caller);
        stop(counter);
    }
}
