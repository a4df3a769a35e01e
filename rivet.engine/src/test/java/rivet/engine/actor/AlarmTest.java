package rivet.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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

class AlarmTest {

    @TempDir
    Path folder;
    private World world;
    private FakeHost host;

    @BeforeEach
    void open() {
        world = new World(folder);
        host = world.host();
        world.settle();
    }

    @AfterEach
    void close() {
        assertThat(host.faults()).isEmpty();
        world.close();
    }

    private Instant in(Duration time) {
        return world.time.instant().plus(time);
    }

    private void set(String id, int generation, Duration time) {
        Await.get(host.engine().setAlarm(id, generation, Optional.of(in(time))));
    }

    private void sleep(String id) throws InterruptedException {
        Await.get(world.actors().sleep(id, false));
        host.nextStop();
    }

    @Test
    void ringsOnceForAnActorThatRuns() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(5));
        world.time.pass(Duration.ofMillis(4_999));
        assertThat(host.unseenAlarms()).isZero();
        world.time.pass(Duration.ofMillis(1));
        assertThat(host.nextAlarm()).isEqualTo(id);
        world.time.pass(Duration.ofMinutes(5));
        assertThat(host.unseenAlarms()).isZero();
    }

    @Test
    void wakesAnActorThatSleeps() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(5));
        sleep(id);
        world.time.pass(Duration.ofMillis(4_999));
        world.settle();
        assertThat(host.unseenStarts()).isZero();
        world.time.pass(Duration.ofMillis(1));
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
        assertThat(host.nextAlarm()).isEqualTo(id);
    }

    @Test
    void theLatestCallWins() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(5));
        set(id, 1, Duration.ofSeconds(50));
        world.time.pass(Duration.ofSeconds(49));
        assertThat(host.unseenAlarms()).isZero();
        set(id, 1, Duration.ofSeconds(-1));
        world.time.pass(Duration.ZERO);
        assertThat(host.nextAlarm()).isEqualTo(id);
        Await.get(host.engine().setAlarm(id, 1, Optional.empty()));
        world.time.pass(Duration.ofMinutes(5));
        assertThat(host.unseenAlarms()).isZero();
        assertThat(world.snapshot(id).record().alarm()).isEmpty();
    }

    @Test
    void isDurableWhenTheCallIsDone() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofMinutes(10));
        world.crash();
        host = world.host();
        world.settle();
        for (int minutes = 0; minutes < 9; minutes++) {
            world.time.pass(Duration.ofMinutes(1));
            world.settle();
        }
        assertThat(host.unseenStarts()).isZero();
        world.time.pass(Duration.ofMinutes(1));
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
    }

    @Test
    void oneThatCameWhileTheProcessWasDownWakesAtBoot() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(5));
        world.time.setClock(Duration.ofDays(3));
        world.crash();
        host = world.host();
        world.settle();
        world.time.pass(Duration.ZERO);
        assertThat(host.nextStart().start().actorId()).isEqualTo(id);
    }

    @Test
    void farAlarmsAreFetchedInTime() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofHours(30));
        sleep(id);
        for (int minutes = 0; minutes < 30 * 60 - 1; minutes++) {
            world.time.pass(Duration.ofMinutes(1));
            world.settle();
        }
        assertThat(host.unseenStarts()).isZero();
        world.time.pass(Duration.ofMinutes(1));
        host.nextStart();
    }

    @Test
    void aClockThatIsSetForwardIsNoticedWithinAMinute() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofHours(5));
        sleep(id);
        world.time.setClock(Duration.ofHours(6));
        world.time.pass(Duration.ofMinutes(1));
        world.settle();
        world.time.pass(Duration.ofMillis(100));
        assertThat(host.nextStart().start().actorId()).isEqualTo(id);
    }

    @Test
    void aClockThatIsSetBackMakesItLaterNotLost() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(30));
        sleep(id);
        world.time.setClock(Duration.ofHours(-1));
        world.time.pass(Duration.ofMinutes(2));
        world.settle();
        assertThat(host.unseenStarts()).isZero();
        world.time.pass(Duration.ofMinutes(60));
        assertThat(host.nextStart().start().actorId()).isEqualTo(id);
    }

    @Test
    void oneThatComesWhileItFallsAsleepWakesItAgain() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(5));
        host.gateStops(true);
        host.engine().intendSleep(id, 1);
        var stop = host.nextStop();
        world.time.pass(Duration.ofSeconds(10));
        assertThat(host.unseenAlarms()).isZero();
        stop.done().complete(null);
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
    }

    @Test
    void aGenerationMaySetItUntilItHasStopped() throws Exception { // R-stop-20
        String id = world.running("a");
        host.gateStops(true);
        host.engine().intendSleep(id, 1);
        var stop = host.nextStop();
        set(id, 1, Duration.ofSeconds(3));
        stop.done().complete(null);
        Await.until("it sleeps", () -> world.snapshot(id).status() == Status.SLEEPING);
        world.time.pass(Duration.ofSeconds(3));
        host.nextStart();
    }

    @Test
    void oneThatIsLeftAsItWasRingsAgainLaterAndNotForEver() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(1));
        world.time.pass(Duration.ofSeconds(1));
        host.nextAlarm();
        long[] pauses = {1, 2, 4, 8};
        for (int generation = 1; generation <= 4; generation++) {
            sleep(id);
            world.settle();
            world.time.pass(Duration.ofSeconds(pauses[generation - 1]).minusMillis(1));
            assertThat(host.unseenStarts()).isZero();
            world.time.pass(Duration.ofMillis(1));
            assertThat(host.nextStart().start().generation()).isEqualTo(generation + 1);
            host.nextAlarm();
        }
        sleep(id);
        world.settle();
        assertThat(world.snapshot(id).row().alarmTs()).isZero();
        world.time.pass(Duration.ofHours(1));
        world.settle();
        assertThat(host.unseenStarts()).isZero();
    }

    @Test
    void aFailedStartIsRepeatedForIt() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(1));
        sleep(id);
        host.gateStarts(true);
        world.time.pass(Duration.ofSeconds(1));
        host.nextStart().done().completeExceptionally(new IllegalStateException());
        Await.until("it sleeps", () -> world.snapshot(id).status() == Status.SLEEPING);
        world.time.pass(Duration.ofMillis(250));
        host.nextStart().done().complete(null);
        assertThat(host.nextAlarm()).isEqualTo(id);
    }

    @Test
    void aMissingTypeIsNotStartedAgainAndAgain() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(1));
        sleep(id);
        host.gateStarts(true);
        host.type("thing", TypeStatus.ABSENT);
        world.time.pass(Duration.ofSeconds(1));
        host.nextStart().done().completeExceptionally(ErrorCode.ACTOR_RESTARTING.error());
        Await.until("it sleeps", () -> world.snapshot(id).status() == Status.SLEEPING);
        world.time.pass(Duration.ofMinutes(10));
        world.settle();
        assertThat(host.unseenStarts()).isZero();
        host.type("thing", TypeStatus.PRESENT);
        world.time.pass(Duration.ofSeconds(30));
        host.nextStart().done().complete(null);
        host.nextAlarm();
    }

    private String pausedForWantOfItsType() throws InterruptedException {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(1));
        sleep(id);
        host.gateStarts(true);
        host.type("thing", TypeStatus.ABSENT);
        world.time.pass(Duration.ofSeconds(1));
        FakeHost.Starting start = host.nextStart();
        start.done().completeExceptionally(ErrorCode.ACTOR_RESTARTING.error());
        Await.until("it sleeps", () -> world.snapshot(id).status() == Status.SLEEPING);
        world.time.pass(Duration.ofMinutes(1));
        world.settle();
        assertThat(host.unseenStarts()).isZero();
        return id;
    }

    @Test
    void theArrivalOfAMissingTypeEndsThePauseAtOnce() throws Exception {
        String id = pausedForWantOfItsType();
        host.type("thing", TypeStatus.PRESENT);
        host.engine().typePresent("other");
        world.settle();
        assertThat(host.unseenStarts()).isZero();
        host.engine().typePresent("thing");
        host.nextStart().done().complete(null);
        assertThat(host.nextAlarm()).isEqualTo(id);
        host.engine().typePresent("thing");
        world.settle();
        assertThat(host.unseenStarts()).as("nothing waits for it any more").isZero();
    }

    @Test
    void otherCodeEndsThePauseAfterAStartThatFailedOnTheCodeThatIsThere() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(1));
        sleep(id);
        host.gateStarts(true);
        world.time.pass(Duration.ofSeconds(1));
        host.nextStart().done().completeExceptionally(ErrorCode.ACTOR_MIGRATION_FAILED.error("from", 1, "to", 2, "step", "verify"));
        Await.until("it sleeps", () -> world.snapshot(id).status() == Status.SLEEPING);
        world.settle();
        assertThat(host.unseenStarts()).isZero();
        host.engine().typePresent("thing");
        host.nextStart().done().complete(null);
        assertThat(host.nextAlarm()).isEqualTo(id);
    }

    @Test
    void aTypeThatArrivesWhileAStartFailsForWantOfItIsNotMissed() throws Exception {
        String id = world.running("a");
        set(id, 1, Duration.ofSeconds(1));
        sleep(id);
        host.gateStarts(true);
        host.type("thing", TypeStatus.ABSENT);
        host.onNextStatus("thing", () -> {
            host.type("thing", TypeStatus.PRESENT);
            host.engine().typePresent("thing"); // nobody waits for it yet
        });
        world.time.pass(Duration.ofSeconds(1));
        host.nextStart().done().completeExceptionally(ErrorCode.ACTOR_RESTARTING.error());
        host.nextStart().done().complete(null);
        assertThat(host.nextAlarm()).isEqualTo(id);
    }

    @Test
    void manyAtOnceRingAtABoundedRate() throws Exception {
        world.close();
        Limits limits = Limits.DEFAULT;
        world = new World(folder.resolveSibling(folder.getFileName()), new Limits(limits.ready(), limits.open(), limits.waiting(), 10,
            limits.firstPause(), limits.lastPause(), limits.stable(), limits.remembered(), limits.rememberedCount(), 50),
            new Cluster("default", Set.of(), false, false));
        host = world.host();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String id = world.running("k" + i);
            ids.add(id);
            set(id, 1, Duration.ofSeconds(10));
            sleep(id);
        }
        world.settle();
        world.time.pass(Duration.ofSeconds(10));
        for (int i = 0; i < 5; i++) {
            host.nextStart();
        }
        world.settle();
        assertThat(host.unseenStarts()).isZero();
        world.time.pass(Duration.ofMillis(100));
        for (int i = 0; i < 5; i++) {
            host.nextStart();
        }
        world.settle();
        assertThat(host.unseenStarts()).isZero();
        world.time.pass(Duration.ofMillis(100));
        host.nextStart();
        host.nextStart();
        Await.get(world.actors().request(ids.getFirst(), Calls.get("/")));
    }
}
