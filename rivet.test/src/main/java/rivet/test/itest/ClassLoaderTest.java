package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

import rivet.test.itest.actors.broken.Broken;
import rivet.test.itest.actors.busy.Busy;
import rivet.test.itest.actors.counter.Counter;

/** After a replacement nothing holds the class loader of the code that was replaced (design.md 6). */
class ClassLoaderTest extends InContainer {

    private static final String NAME = "itest.loaded";
    private static final String COUNTER = "rivet.test.itest.actors.counter.Counter";

    private final Loaders loaders = new Loaders();

    /** Has the platform see every class of the bundle: as state, argument, result, event, state of a connection, row and error. */
    private void useEverything() throws Exception {
        Map<String, Object> step = Map.of("by", 2, "label", "x");
        assertThat(client.call(Counter.TYPE, key, "step", step).code()).isEqualTo("ok");
        Live live = client.connect(Counter.TYPE, key).get(10, TimeUnit.SECONDS);
        live.subscribe("change");
        assertThat(live.call("step", step).get(10, TimeUnit.SECONDS).code()).isEqualTo("ok");
        Await.until("an event", () -> !live.events().isEmpty());
        assertThat(client.call(Counter.TYPE, key, "entries").code()).isEqualTo("ok");
        assertThat(client.call(Counter.TYPE, key, "step", "no step").code()).isEqualTo("actor.validation_error");
        assertThat(client.call(Counter.TYPE, key, "fail").code()).isEqualTo("user.refused");
        assertThat(inspection().types()).isNotEmpty();
        live.close();
    }

    private void update(Bundle bundle, String version, String... packages) throws Exception {
        bundle.update(ActorBundle.of(NAME, version, packages).stream(context));
        refresh(bundle);
    }

    @Test
    void theOldCodeOfATypeIsCollected() throws Exception {
        Bundle bundle = ActorBundle.of(NAME, "1.0.0", "counter").start(context);
        useEverything();
        loaders.watch("1.0.0", bundle, COUNTER);
        assertThat(loaders.held()).as("before the update").containsExactly("1.0.0");
        assertThat(loaders.inheritors()).as("threads that began in a turn and took its class loader with them").isEmpty();
        update(bundle, "1.1.0", "counter");
        // at once, whether or not an actor has been started on the new code
        loaders.awaitCollection();
        assertThat(client.call(Counter.TYPE, key, "get").number()).isEqualTo(4);
        loaders.watch("1.1.0", bundle, COUNTER);
        bundle.uninstall();
        refresh(bundle);
        loaders.awaitCollection();
    }

    @Test
    void soIsTheCodeOfTwentyUpdates() throws Exception {
        Bundle bundle = ActorBundle.of(NAME, "1.0.0", "counter").start(context);
        long classes = 0;
        long metaspace = 0;
        for (int i = 1; i <= 25; i++) {
            useEverything();
            loaders.watch("before 1.0." + i, bundle, COUNTER);
            update(bundle, "1.0." + i, "counter");
            if (i == 5) {
                loaders.awaitCollection();
                classes = Loaders.classes();
                metaspace = Loaders.metaspace();
            }
        }
        loaders.awaitCollection();
        // each update brings more than ten classes, and their code
        assertThat(Loaders.classes() - classes).as("classes that twenty updates left behind").isLessThan(100);
        assertThat(Loaders.metaspace() - metaspace).as("bytes that they left behind").isLessThan(2_000_000);
        assertThat(client.call(Counter.TYPE, key, "get").number()).isEqualTo(100);
    }

    @Test
    void codeThatCouldNotStartIsCollected() throws Exception {
        Bundle bundle = ActorBundle.of(NAME, "1.0.0", "broken").start(context);
        for (int i = 0; i < 3; i++) {
            assertThat(client.call(Broken.TYPE, key, "get").code()).isEqualTo("user.broken");
        }
        loaders.watch("1.0.0", bundle, "rivet.test.itest.actors.broken.Broken");
        loaders.watch("its error", bundle, "rivet.test.itest.actors.broken.Broken$Fault");
        update(bundle, "1.1.0", "counter");
        loaders.awaitCollection();
    }

    @Test
    void codeThatWasLeftBehindIsCollectedWhenItEnds() throws Exception {
        Bundle bundle = ActorBundle.of(NAME, "1.0.0", "busy").start(context);
        assertThat(client.call(Busy.TYPE, key, "begun").number()).isZero();
        var spinning = client.send(Busy.TYPE, key, "spin", 5_000L);
        Await.until("a turn", () -> live(Busy.TYPE, key).filter(actor -> actor.running() == 1).isPresent());
        loaders.watch("1.0.0", bundle, "rivet.test.itest.actors.busy.Busy");
        update(bundle, "1.1.0", "busy");
        assertThat(spinning.get().code()).isEqualTo("actor.stopped");
        assertThat(loaders.held()).as("while it runs").isEqualTo(List.of("1.0.0"));
        Await.until("its end", () -> inspection().stuck().isEmpty());
        loaders.awaitCollection();
    }
}
