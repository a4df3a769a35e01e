package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

import rivet.test.itest.actors.counter.Counter;

/** A part of the platform is stopped and started again while actors are awake: they sleep with their state, callers are held or told to come back, nothing is left behind. */
class PlatformPartsTest extends InContainer {

    /** What may be answered while a part of the platform is not there. */
    private static final List<String> COME_BACK = List.of("guard.service_unavailable", "actor.restarting", "actor.stopping", "actor.stopped");
    private static final List<String> PARTS = List.of("rivet.sqlite", "rivet.runtime");

    private Bundle actors;

    @BeforeEach
    void install() throws Exception {
        actors = ActorBundle.of("itest.counters", "1.0.0", "counter").start(context);
    }

    @AfterEach
    void everythingRuns() throws Exception {
        for (String part : PARTS) {
            bundle(part).start();
        }
        Await.until("an engine", () -> engines.size() == 1);
    }

    private Bundle bundle(String name) {
        return Arrays.stream(context.getBundles()).filter(bundle -> bundle.getSymbolicName().equals(name)).findFirst().orElseThrow();
    }

    private static List<String> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(name -> name.startsWith(prefix)).sorted().toList();
    }

    /** Returns services that a bundle uses or provides. */
    private static List<String> services(Bundle bundle) {
        return Stream.of(bundle.getServicesInUse(), bundle.getRegisteredServices()).filter(all -> all != null).flatMap(Arrays::stream)
            .map(ServiceReference::toString).toList();
    }

    private long count(String action, Object... arguments) throws Exception {
        return client.call(Counter.TYPE, key, action, arguments).number();
    }

    @ParameterizedTest
    @ValueSource(strings = { "rivet.sqlite", "rivet.runtime" })
    void isStoppedAndStartedWhileActorsAreAwake(String part) throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThat(client.call(Counter.TYPE, i + key, "add", (long) i).number()).isEqualTo(i);
        }
        assertThat(count("add", 7L)).isEqualTo(7);
        Live live = client.connect(Counter.TYPE, key).get(10, TimeUnit.SECONDS);

        long begun = System.nanoTime();
        bundle(part).stop();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).as("time to stop").isLessThan(Duration.ofSeconds(10));
        assertThat(live.end().get(10, TimeUnit.SECONDS).reason()).isIn("ws.going_away", "actor.stopped");
        Client.Reply reply = client.call(Counter.TYPE, key, "get");
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.code()).isIn(COME_BACK);
        assertThat(engines.size()).as("engines").isZero();

        bundle(part).start();
        Await.until("an engine", () -> engines.size() == 1);
        assertThat(count("get")).isEqualTo(7);
        // whether the runtime or the adapter of its factories is stopped first is for Declarative Services to say
        assertThat(client.call(Counter.TYPE, key, "stops").text()).as("why it slept").isIn("[SHUTDOWN]", "[UPGRADE]");
        for (int i = 0; i < 50; i++) {
            assertThat(client.call(Counter.TYPE, i + key, "get").number()).isEqualTo(i);
        }
        assertThat(count("add", 1L)).isEqualTo(8);
        assertThat(client.connect(Counter.TYPE, key).get(10, TimeUnit.SECONDS).call("add", 1L).get(10, TimeUnit.SECONDS).number()).isEqualTo(9);
    }

    @Test
    void leavesNoThreadsAndNoServicesBehind() throws Exception {
        assertThat(count("add", 1L)).isEqualTo(1);
        assertThat(threads("rivet-sqlite-")).isNotEmpty();
        bundle("rivet.sqlite").stop();
        // with the store went what needs it
        Await.until("the end of their threads", () -> threads("rivet-sqlite").isEmpty() && threads("rivet-timer").isEmpty() && threads("rivet-engine").isEmpty());
        assertThat(services(bundle("rivet.sqlite"))).isEmpty();
        assertThat(services(bundle("rivet.engine"))).as("of the engine, without Jetty's end").noneMatch(service -> service.contains("rivet.spi"));
        assertThat(services(actors)).as("actor services stay").isNotEmpty();
        assertThat(Arrays.stream(actors.getRegisteredServices()).flatMap(service -> Stream.ofNullable(service.getUsingBundles())).flatMap(Arrays::stream)
            .map(Bundle::getSymbolicName)).as("bundles that use actor services").isSubsetOf("rivet.runtime", "org.apache.felix.scr");
        bundle("rivet.runtime").stop();
        assertThat(services(bundle("rivet.runtime"))).isEmpty();
        assertThat(Arrays.stream(actors.getRegisteredServices()).flatMap(service -> Stream.ofNullable(service.getUsingBundles()))).as("bundles that use actor services").isEmpty();
        Await.until("the end of turns", () -> threads("rivet-actor-").isEmpty());
    }

    @Test
    void nothingIsLostWhileTheRuntimeComesAndGoes() throws Exception {
        try (Load load = new Load(client, Counter.TYPE, key)) {
            for (String part : new String[] { "rivet.runtime", "rivet.sqlite", "rivet.runtime", "rivet.sqlite" }) {
                load.awaitProgress();
                bundle(part).stop();
                bundle(part).start();
                Await.until("an engine", () -> engines.size() == 1);
            }
            load.awaitProgress();
            load.end();
            load.verify();
        }
    }

    @Test
    void theCodeOfActorsThatSleepIsCollectedAfterTheRuntimeWasRestarted() throws Exception {
        assertThat(count("add", 1L)).isEqualTo(1);
        Loaders loaders = new Loaders();
        loaders.watch("1.0.0", actors, "rivet.test.itest.actors.counter.Counter");
        bundle("rivet.runtime").stop();
        actors.uninstall();
        refresh(actors);
        bundle("rivet.runtime").start();
        loaders.awaitCollection();
        CompletableFuture<Client.Reply> held = client.send(Counter.TYPE, key, "get");
        ActorBundle.of("itest.counters", "1.0.1", "counter").start(context);
        Await.until("an answer", held::isDone);
        assertThat(held.get().code()).isIn("ok", "guard.service_unavailable");
        Await.until("an engine", () -> engines.size() == 1);
        assertThat(count("get")).isEqualTo(1);
    }
}
