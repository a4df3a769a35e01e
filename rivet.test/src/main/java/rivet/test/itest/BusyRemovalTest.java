package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;

import rivet.inspect.ActorInfo;
import rivet.test.itest.actors.busy.Busy;
import rivet.test.itest.actors.counter.Counter;

/** The code of an actor goes while one of its actions runs: within bounds, with an answer that says what is known, and without harm to others (design 1.4 and 6). */
class BusyRemovalTest extends InContainer {

    private static final long FOR_EVER = 600_000;
    /** Two seconds for the actors, and what a loaded machine takes. */
    private static final Duration BOUND = Duration.ofSeconds(4);

    private Bundle busy;

    @BeforeEach
    void install() throws Exception {
        ActorBundle.of("itest.other", "1.0.0", "counter").start(context);
        busy = ActorBundle.of("itest.busy", "1.0.0", "busy").start(context);
        assertThat(client.call(Counter.TYPE, key, "add", 1L).number()).isEqualTo(1);
    }

    /** Calls an action that will not end by itself, and waits until it runs. */
    private CompletableFuture<Client.Reply> begin(String action, long millis) throws Exception {
        assertThat(client.call(Busy.TYPE, key, "begun").number()).isZero();
        CompletableFuture<Client.Reply> reply = client.send(Busy.TYPE, key, action, millis);
        Await.until("an action that runs", () -> running(key) == 1);
        return reply;
    }

    private int running(String actorKey) throws Exception {
        return live(Busy.TYPE, actorKey).map(ActorInfo.Live::running).orElse(0);
    }

    /** Stops the bundle; meanwhile an actor of another type is called all the time. */
    private void remove() throws Exception {
        try (Probe probe = new Probe(client, Counter.TYPE, key)) {
            long begun = System.nanoTime();
            busy.stop();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(BOUND);
            List<Duration> times = probe.end();
            assertThat(times.get(times.size() * 9 / 10)).as("nine of ten of %d answers of another type", times.size()).isLessThan(Duration.ofMillis(200));
            assertThat(times.getLast()).as("the slowest of them").isLessThan(Duration.ofMillis(1_500));
        }
        assertThat(type(Busy.TYPE).orElseThrow().factories()).isEmpty();
    }

    private static Client.Reply get(CompletableFuture<Client.Reply> reply) throws Exception {
        return reply.get(5, TimeUnit.SECONDS);
    }

    private void assertThatItGoesOn(long begun) throws Exception {
        busy.start();
        assertThat(client.call(Busy.TYPE, key, "begun").number()).isEqualTo(begun);
        assertThat(client.call(Busy.TYPE, key, "pause", 1L).text()).isEqualTo("paused");
    }

    @Test
    void anActionThatEndsInTimeIsAnswered() throws Exception {
        CompletableFuture<Client.Reply> reply = begin("pause", 500);
        remove();
        assertThat(get(reply).text()).isEqualTo("paused");
        assertThatItGoesOn(1);
    }

    @Test
    void anActionThatWaitsIsToldThatItWasStopped() throws Exception {
        CompletableFuture<Client.Reply> reply = begin("idle", FOR_EVER);
        remove();
        assertThat(get(reply).code()).isEqualTo("actor.stopped");
        assertThat(get(reply).metadata("committed")).isEqualTo("no");
        assertThatItGoesOn(0);
    }

    @Test
    void anActionOfWhichSomethingIsCommittedSaysSo() throws Exception {
        CompletableFuture<Client.Reply> reply = begin("pause", FOR_EVER);
        remove();
        assertThat(get(reply).code()).isEqualTo("actor.stopped");
        assertThat(get(reply).metadata("committed")).isEqualTo("yes");
        assertThatItGoesOn(1);
    }

    @Test
    void anActionThatBlocksIsInterrupted() throws Exception {
        CompletableFuture<Client.Reply> reply = begin("block", FOR_EVER);
        remove();
        assertThat(get(reply).code()).isEqualTo("actor.stopped");
        busy.start();
        assertThat(client.call(Busy.TYPE, key, "pause", 1L).text()).isEqualTo("paused");
    }

    @Test
    void anActionThatHeedsNothingIsLeftBehind() throws Exception {
        CompletableFuture<Client.Reply> reply = begin("spin", 8_000);
        remove();
        assertThat(get(reply).code()).isEqualTo("actor.stopped");
        assertThat(get(reply).metadata("committed")).isEqualTo("no");
        // its successor does not wait for it, and what it does when it ends changes nothing
        assertThatItGoesOn(0);
        Await.until("the end of the thread that was left behind", () -> inspection().stuck().isEmpty());
        assertThat(client.call(Busy.TYPE, key, "begun").number()).isEqualTo(1);
    }

    @Test
    void connectionsStayWhileAnActionIsInterrupted() throws Exception {
        for (String action : new String[] { "pause", "block" }) {
            Live live = client.connect(Busy.TYPE, action + key).get(10, TimeUnit.SECONDS);
            CompletableFuture<Client.Reply> reply = cutOff(live, action + key, action);
            assertThat(get(reply).code()).as(action).isEqualTo("actor.stopped");
            busy.start();
            assertThat(live.call("pause", 1L).get(10, TimeUnit.SECONDS).text()).isEqualTo("paused");
            live.close();
        }
    }

    /** It holds the turn in which the actor's connections would have been stored for later. */
    @Test
    void connectionsEndThatAnActionKeepsFromBeingStored() throws Exception {
        Live live = client.connect(Busy.TYPE, key).get(10, TimeUnit.SECONDS);
        CompletableFuture<Client.Reply> reply = cutOff(live, key, "spin");
        assertThat(get(reply).code()).isEqualTo("actor.stopped");
        busy.start();
        assertThat(client.call(Busy.TYPE, key, "begun").number()).isZero();
        assertThat(live.end().get(10, TimeUnit.SECONDS).reason()).isEqualTo("actor.stopped");
        assertThat(client.connect(Busy.TYPE, key).get(10, TimeUnit.SECONDS).call("pause", 1L).get(10, TimeUnit.SECONDS).text()).isEqualTo("paused");
    }

    private CompletableFuture<Client.Reply> cutOff(Live live, String actor, String action) throws Exception {
        CompletableFuture<Client.Reply> reply = live.call(action, 6_000L);
        Await.until("an action that runs", () -> running(actor) == 1);
        remove();
        return reply;
    }

    @Test
    void whatWaitsBehindAnActionIsDoneByTheNextCode() throws Exception {
        begin("block", FOR_EVER);
        CompletableFuture<Client.Reply> waiting = client.send(Busy.TYPE, key, "pause", 1L);
        Await.until("a call that waits", () -> live(Busy.TYPE, key).filter(actor -> actor.waiting() == 1).isPresent());
        remove();
        assertThat(waiting).isNotDone();
        busy.start();
        assertThat(get(waiting).text()).isEqualTo("paused");
    }
}
