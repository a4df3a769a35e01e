package rivet.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.engine.directory.CrashPolicy;
import rivet.engine.testing.Await;
import rivet.engine.testing.Calls;
import rivet.engine.testing.FakeHost;
import rivet.engine.testing.World;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.ActorRecord.Status;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.StopCause;

class DestroyTest {

    @TempDir
    Path folder;
    private World world;
    private FakeHost host;

    @BeforeEach
    void open() {
        world = new World(folder);
        host = world.host();
    }

    @AfterEach
    void close() {
        assertThat(host.faults()).isEmpty();
        world.close();
    }

    private CompletionStage<HttpReply> request(String id) {
        return world.actors().request(id, Calls.get("/x"));
    }

    private static void fails(CompletionStage<?> stage, ErrorCode code) {
        assertThatThrownBy(() -> Await.get(stage)).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.group() + "." + e.code()).isEqualTo(code.reason()));
    }

    private void isGone(String id, String key) {
        assertThat(world.storage().stores(id)).isFalse();
        assertThat(world.snapshot(id).status()).isEqualTo(Status.DESTROYED);
        assertThat(world.byKey(key)).isEmpty();
        fails(request(id), ErrorCode.ACTOR_NOT_FOUND);
    }

    @Test
    void asleepItIsDeletedWithoutAStart() throws Exception {
        String id = world.sleeping("a");
        world.storage().make(id);
        Await.get(world.actors().destroyed(id));
        isGone(id, "a");
        assertThat(host.unseenStarts()).isZero();
        Await.get(world.actors().destroyed(id));
    }

    @Test
    void goingToSleepItIsToldToDestroyItself_R_stop_13() throws Exception {
        String id = world.running("a");
        world.storage().make(id);
        host.gateStops(true);
        world.actors().sleep(id, false);
        var sleep = host.nextStop();
        assertThat(sleep.cause()).isEqualTo(StopCause.SLEEP_INTENT);
        var done = world.actors().destroyed(id);
        var destroy = host.nextStop();
        assertThat(destroy.cause()).isEqualTo(StopCause.DESTROY);
        assertThat(destroy.generation()).isEqualTo(sleep.generation());
        assertThat(world.storage().stores(id)).as("it has not ended yet").isTrue();
        sleep.done().complete(null);
        destroy.done().complete(null);
        Await.get(done);
        isGone(id, "a");
        assertThat(host.unseenStops()).isZero();
    }

    @Test
    void beingDestroyedItIsNotToldTwice_R_stop_13() throws Exception {
        String id = world.running("a");
        host.gateStops(true);
        var done = world.actors().destroyed(id);
        var stop = host.nextStop();
        world.actors().destroyed(id);
        world.actors().sleep(id, false);
        assertThat(host.unseenStops()).isZero();
        stop.done().complete(null);
        Await.get(done);
        assertThat(host.unseenStops()).isZero();
    }

    @Test
    void runningItIsStoppedFirst() throws Exception {
        String id = world.running("a");
        world.storage().make(id);
        host.gateStops(true);
        var done = world.actors().destroyed(id);
        var stop = host.nextStop();
        assertThat(stop.cause()).isEqualTo(StopCause.DESTROY);
        assertThat(world.storage().stores(id)).isTrue();
        fails(request(id), ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY);
        assertThat(world.snapshot(id).row().destroyTs()).isPositive();
        stop.done().complete(null);
        Await.get(done);
        isGone(id, "a");
    }

    @Test
    void ofItsOwnWill() throws Exception {
        String id = world.running("a");
        host.engine().intendStop(id, 1, Optional.empty());
        assertThat(host.nextStop().cause()).isEqualTo(StopCause.STOP_INTENT);
        Await.until("it is gone", () -> world.snapshot(id).status() == Status.DESTROYED);
        isGone(id, "a");
    }

    @Test
    void nothingIsStoppedOrSaidBeforeTheTombstoneIsDurable() throws Exception {
        String id = world.running("a");
        CountDownLatch gate = world.storage().hold();
        var certain = world.actors().condemn(id);
        assertThat(host.unseenStops()).isZero();
        assertThat(certain.toCompletableFuture()).isNotDone();
        assertThat(world.snapshot(id).row().destroyTs()).as("what a crash would undo").isZero();
        gate.countDown();
        Await.get(certain);
        assertThat(world.snapshot(id).row().destroyTs()).isPositive();
        host.nextStop();
    }

    @Test
    void whileItStarts() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        var start = host.nextStart();
        var waiting = request(id);
        var done = world.actors().destroyed(id);
        fails(waiting, ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY);
        world.settle();
        assertThat(host.unseenStops()).isZero();
        start.done().complete(null);
        assertThat(host.nextStop().cause()).isEqualTo(StopCause.DESTROY);
        Await.get(done);
        isGone(id, "a");
    }

    @Test
    void whileItStartsInVain() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        var start = host.nextStart();
        var done = world.actors().destroyed(id);
        start.done().completeExceptionally(new IllegalStateException());
        Await.get(done);
        assertThat(host.unseenStops()).isZero();
        isGone(id, "a");
    }

    @Test
    void whileItsGenerationIsBeingRaised() throws Exception {
        String id = world.sleeping("a");
        CountDownLatch gate = world.storage().hold();
        var waiting = request(id);
        var done = world.actors().destroyed(id);
        gate.countDown();
        Await.get(done);
        fails(waiting, ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY);
        assertThat(host.unseenStarts()).isZero();
        isGone(id, "a");
    }

    @Test
    void whileItFallsAsleep() throws Exception {
        String id = world.running("a");
        host.gateStops(true);
        host.engine().intendSleep(id, 1);
        var stop = host.nextStop();
        var waiting = request(id);
        var done = world.actors().destroyed(id);
        fails(waiting, ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY);
        var again = host.nextStop(); // see below
        stop.done().complete(null);
        again.done().complete(null);
        Await.get(done);
        isGone(id, "a");
    }

    @Test
    void itsKeyIsFreeWhenItIsGoneAndWhoWantsItWaits() throws Exception {
        String id = world.running("a");
        host.gateStops(true);
        var done = world.actors().destroyed(id);
        var stop = host.nextStop();
        var next = world.actors().create(World.wish("thing", "a", CrashPolicy.SLEEP), true);
        assertThat(next.toCompletableFuture()).isNotDone();
        stop.done().complete(null);
        Await.get(done);
        var found = Await.get(next);
        assertThat(found.created()).isTrue();
        assertThat(found.actor().row().id()).isNotEqualTo(id);
        assertThat(host.nextStart().start().generation()).isEqualTo(1);
    }

    @Test
    void whoWaitsTooLongForItsKeyIsAnswered() throws Exception {
        String id = world.running("a");
        host.gateStops(true);
        world.actors().destroyed(id);
        var stop = host.nextStop();
        var next = world.actors().create(World.wish("thing", "a", CrashPolicy.SLEEP), true);
        world.settle();
        world.time.pass(Duration.ofSeconds(15));
        fails(next, ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY);
        stop.done().complete(null);
    }

    @Test
    void aTakenKeyIsADuplicateForWhoInsistsOnANewActor() throws Exception {
        String id = world.running("a");
        assertThatThrownBy(() -> Await.get(world.actors().create(World.wish("thing", "a", CrashPolicy.SLEEP), false)))
            .isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.metadata().orElseThrow())
                .isEqualTo(java.util.Map.of("existing_actor_id", id, "key", "a")));
    }

    @Test
    void aDeletionThatFailsIsRepeated() throws Exception {
        String id = world.sleeping("a");
        world.storage().make(id);
        world.storage().refuseToDelete(true);
        var done = world.actors().destroyed(id);
        Await.get(world.actors().condemn(id));
        world.settle();
        world.time.pass(Duration.ofSeconds(1));
        world.settle();
        assertThat(done.toCompletableFuture()).isNotDone();
        world.storage().refuseToDelete(false);
        world.time.pass(Duration.ofSeconds(2));
        Await.get(done);
        isGone(id, "a");
    }

    @Test
    void aTombstoneThatFailsIsRepeated() throws Exception {
        String id = world.sleeping("a");
        world.storage().failCommits(true);
        var done = world.actors().destroyed(id);
        world.settle();
        world.storage().failCommits(false);
        assertThat(done.toCompletableFuture()).isNotDone();
        world.time.pass(Duration.ofSeconds(1));
        Await.get(done);
    }

    @Test
    void whatACrashInterruptedIsFinishedByTheNextProcess() throws Exception { // design 5
        String id = world.running("a");
        world.storage().make(id);
        host.gateStops(true);
        world.actors().destroyed(id);
        host.nextStop();
        world.crash();
        host = world.host();
        Await.until("it is gone", () -> world.snapshot(id).status() == Status.DESTROYED);
        isGone(id, "a");
        assertThat(host.unseenStarts()).isZero();
    }

    @Test
    void manyInterruptedDestructionsAreFinishedPageByPage() throws Exception {
        world.storage().refuseToDelete(true);
        String last = "";
        for (int i = 0; i < 250; i++) {
            last = world.create("k" + i);
            Await.get(world.actors().condemn(last));
        }
        world.crash();
        host = world.host();
        Await.until("all are gone", () -> world.storage().number(new rivet.spi.storage.DatabaseId.Platform("engine"),
            "SELECT COUNT(*) FROM actor WHERE gone_ts IS NULL") == 0);
        assertThat(world.snapshot(last).status()).isEqualTo(Status.DESTROYED);
    }

    @Test
    void destroyedActorsAreListedForAWhile() throws Exception {
        String id = world.sleeping("a");
        Await.get(world.actors().destroyed(id));
        assertThat(Await.get(world.engine().find(id)).orElseThrow().destroyedAt()).isPresent();
        world.crash();
        host = world.host();
        world.time.pass(Duration.ofMinutes(59));
        world.settle();
        assertThat(Await.get(world.engine().find(id))).isPresent();
        world.time.pass(Duration.ofMinutes(3));
        Await.until("it is forgotten", () -> world.storage().number(new rivet.spi.storage.DatabaseId.Platform("engine"),
            "SELECT COUNT(*) FROM actor") == 0);
    }
}
