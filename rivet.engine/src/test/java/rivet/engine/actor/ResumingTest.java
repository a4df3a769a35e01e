package rivet.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.engine.testing.Await;
import rivet.engine.testing.Calls;
import rivet.engine.testing.FakeHost;
import rivet.engine.testing.World;
import rivet.error.ErrorCode;
import rivet.spi.engine.ActorRecord.Status;
import rivet.spi.engine.Hosting.TypeStatus;

/** Which actors run again after the process ended, without anybody asking. */
class ResumingTest {

    @TempDir
    Path folder;
    private World world;
    private FakeHost host;

    @BeforeEach
    void open() {
        world = new World(folder);
        host = world.host().resumes("thing", true);
    }

    @AfterEach
    void close() {
        assertThat(host.faults()).isEmpty();
        world.close();
    }

    private void crash(boolean resumes) {
        world.crash(new FakeHost().resumes("thing", resumes));
        host = world.host();
    }

    private void startsNobody() {
        world.settle();
        world.time.pass(Duration.ofMinutes(2));
        world.settle();
        assertThat(host.unseenStarts()).isZero();
    }

    @Test
    void whoWasAwakeWithARunHandlerIsStarted() throws Exception {
        String id = world.running("a");
        crash(true);
        var start = host.nextStart().start();
        assertThat(start.actorId()).isEqualTo(id);
        assertThat(start.generation()).isEqualTo(2);
        crash(true);
        assertThat(host.nextStart().start().generation()).isEqualTo(3);
    }

    @Test
    void alsoAfterAnOrderlyEnd() throws Exception {
        String id = world.running("a");
        world.restart(new FakeHost().resumes("thing", true));
        host = world.host();
        assertThat(host.nextStart().start().actorId()).isEqualTo(id);
    }

    @Test
    void whoWasBeingCreatedOrWokenIsStarted() throws Exception {
        host.gateStarts(true);
        String created = world.create("a");
        host.nextStart();
        host.gateStarts(false);
        String woken = world.sleeping("b");
        host.gateStarts(true);
        world.actors().request(woken, Calls.get("/"));
        host.nextStart();
        crash(true);
        assertThat(Set.of(host.nextStart().start().actorId(), host.nextStart().start().actorId())).isEqualTo(Set.of(created, woken));
    }

    @Test
    void whoSleptIsNot() throws Exception {
        world.sleeping("a");
        crash(true);
        startsNobody();
    }

    @Test
    void whoCrashedIsNot() throws Exception {
        String id = world.running("a");
        host.engine().intendStop(id, 1, java.util.Optional.of("boom"));
        host.nextStop();
        Await.until("it sleeps", () -> world.snapshot(id).status() == Status.SLEEPING);
        crash(true);
        startsNobody();
    }

    @Test
    void whoIsToBeDestroyedIsNot() throws Exception {
        String id = world.running("a");
        host.gateStops(true);
        Await.get(world.actors().condemn(id));
        crash(true);
        Await.until("it is gone", () -> world.snapshot(id).status() == Status.DESTROYED);
        startsNobody();
    }

    @Test
    void whoHasNoRunHandlerIsNot() throws Exception {
        host.resumes("thing", false);
        world.running("a");
        crash(false);
        startsNobody();
        world.restart(new FakeHost());
        host = world.host();
        startsNobody();
    }

    @Test
    void theCodeOfTheLatestStartCounts() throws Exception {
        host.resumes("thing", false);
        String gains = world.sleeping("gains");
        host.resumes("thing", true);
        Await.get(world.actors().request(gains, Calls.get("/")));
        host.nextStart();
        String loses = world.sleeping("loses");
        host.resumes("thing", false);
        Await.get(world.actors().request(loses, Calls.get("/")));
        host.nextStart();
        world.settle();
        crash(true);
        assertThat(host.nextStart().start().actorId()).isEqualTo(gains);
        startsNobody();
    }

    /** Between the start of the run handler and the note that there is one nothing can come. */
    @Test
    void thatItResumesIsDurableBeforeItStarts() throws Exception {
        host.resumes("thing", false);
        String id = world.sleeping("a");
        host.resumes("thing", true).gateStarts(true);
        CountDownLatch gate = world.storage().hold();
        world.actors().request(id, Calls.get("/"));
        assertThat(host.unseenStarts()).isZero();
        gate.countDown();
        host.nextStart();
        crash(true);
        assertThat(host.nextStart().start().actorId()).isEqualTo(id);
    }

    @Test
    void whoseTypeIsMissingAtBootIsStartedWhenItIsThere() throws Exception {
        String id = world.running("a");
        FakeHost next = new FakeHost().resumes("thing", true).gateStarts(true);
        next.type("thing", TypeStatus.UNKNOWN);
        world.crash(next);
        host = world.host();
        host.nextStart().done().completeExceptionally(ErrorCode.ACTOR_RESTARTING.error());
        Await.until("it waits", () -> world.snapshot(id).status() == Status.SLEEPING);
        startsNobody();
        next = new FakeHost().resumes("thing", true).gateStarts(true);
        next.type("thing", TypeStatus.UNKNOWN);
        world.crash(next);
        host = world.host();
        host.nextStart().done().completeExceptionally(ErrorCode.ACTOR_RESTARTING.error());
        Await.until("it waits", () -> world.snapshot(id).status() == Status.SLEEPING);
        startsNobody();
        host.type("thing", TypeStatus.PRESENT);
        world.time.pass(Duration.ofSeconds(30));
        assertThat(host.nextStart().start().actorId()).isEqualTo(id);
    }

    @Test
    void whoseStartFailsOnTheDirectoryIsTriedAgain() throws Exception {
        String id = world.running("a");
        world.storage().failCommits(true);
        host.gateStops(true);
        var asleep = world.actors().sleep(id, true);
        host.nextStop().done().complete(null);
        Await.get(asleep);
        world.settle();
        world.storage().failCommits(false);
        assertThat(host.unseenStarts()).isZero();
        world.time.pass(Duration.ofSeconds(1));
        host.nextStart();
    }

    @Test
    void atABoundedRate() throws Exception {
        world.close();
        Limits limits = Limits.DEFAULT;
        world = new World(folder, new Limits(limits.ready(), limits.open(), limits.waiting(), 10, limits.firstPause(), limits.lastPause(), limits.stable(),
            limits.remembered(), limits.rememberedCount(), 50), new Cluster("default", Set.of(), false, false));
        host = world.host().resumes("thing", true);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 12; i++) {
            ids.add(world.running("k" + i));
        }
        crash(true);
        for (int some : new int[] {5, 5, 2}) {
            for (int i = 0; i < some; i++) {
                ids.remove(host.nextStart().start().actorId());
            }
            world.settle();
            assertThat(host.unseenStarts()).isZero();
            world.time.pass(Duration.ofMillis(100));
        }
        assertThat(ids).isEmpty();
    }
}
