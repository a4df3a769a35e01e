package rivet.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

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
import rivet.spi.engine.Hosting.TypeStatus;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.StopCause;

class ActorLifeTest {

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

    @Test
    void isStartedAsItIsCreated() throws Exception {
        String id = world.create("a");
        var start = host.nextStart().start();
        assertThat(start.actorId()).isEqualTo(id);
        assertThat(start.generation()).isEqualTo(1);
        assertThat(start.namespace()).isEqualTo("default");
        assertThat(start.name()).isEqualTo("thing");
        assertThat(start.key()).containsExactly("a");
        assertThat(start.input()).containsExactly(42);
        assertThat(Await.get(request(id)).status()).isEqualTo(200);
    }

    @Test
    void requestsThatComeBeforeItRunsShareOneStartAndKeepTheirOrder() throws Exception {
        String id = world.sleeping("a");
        List<String> order = new ArrayList<>();
        host.handler((actor, call) -> {
            order.add(call.target());
            return CompletableFuture.completedFuture(new HttpReply(200, Map.of(), HttpBody.empty()));
        });
        host.gateStarts(true);
        CountDownLatch gate = world.storage().hold();
        List<CompletionStage<HttpReply>> early = IntStream.range(0, 10).mapToObj(i -> world.actors().request(id, Calls.get("/" + i))).toList();
        gate.countDown();
        var start = host.nextStart();
        assertThat(start.start().generation()).isEqualTo(2);
        assertThat(start.start().input()).containsExactly(42);
        List<CompletionStage<HttpReply>> late = IntStream.range(10, 20).mapToObj(i -> world.actors().request(id, Calls.get("/" + i))).toList();
        assertThat(order).isEmpty();
        start.done().complete(null);
        early.forEach(Await::get);
        late.forEach(Await::get);
        assertThat(order).isEqualTo(IntStream.range(0, 20).mapToObj(i -> "/" + i).toList());
        assertThat(host.unseenStarts()).isZero();
    }

    @Test
    void nobodyIsStartedBeforeItsGenerationIsDurable() throws Exception { // R-life-30
        String id = world.sleeping("a");
        CountDownLatch gate = world.storage().hold();
        var reply = request(id);
        assertThat(host.unseenStarts()).isZero();
        gate.countDown();
        Await.get(reply);
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
        world.crash();
        host = world.host();
        Await.get(request(id));
        assertThat(host.nextStart().start().generation()).isEqualTo(3);
    }

    @Test
    void whoWaitsTooLongIsAnswered() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        int timers = world.time.timers();
        var reply = request(id);
        world.time.pass(Duration.ofMillis(29_999));
        assertThat(reply.toCompletableFuture()).isNotDone();
        world.time.pass(Duration.ofMillis(1));
        fails(reply, ErrorCode.GUARD_ACTOR_READY_TIMEOUT);
        var second = request(id);
        host.nextStart().done().complete(null);
        Await.get(second);
        assertThat(world.time.timers()).isLessThanOrEqualTo(timers);
    }

    @Test
    void aBoundedNumberWaits() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        List<CompletionStage<HttpReply>> waiting = IntStream.range(0, 1_000).mapToObj(i -> request(id)).toList();
        fails(request(id), ErrorCode.ACTOR_OVERLOADED);
        host.nextStart().done().complete(null);
        waiting.forEach(Await::get);
    }

    @Test
    void aFailedStartAnswersThoseWhoWaitAndThoseWhoComeDuringThePause() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        var first = request(id);
        host.nextStart().done().completeExceptionally(new IllegalStateException("secret"));
        fails(first, ErrorCode.GUARD_ACTOR_WAKE_RETRIES_EXCEEDED);
        fails(request(id), ErrorCode.GUARD_ACTOR_WAKE_RETRIES_EXCEEDED);
        assertThatThrownBy(() -> Await.get(request(id))).hasMessageNotContaining("secret");
        assertThat(host.unseenStarts()).isZero();
        assertThat(world.snapshot(id).row().error().orElseThrow()).contains("core.internal_error");
        long[] pauses = {250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000};
        for (long pause : pauses) {
            world.time.pass(Duration.ofMillis(pause - 1));
            fails(request(id), ErrorCode.GUARD_ACTOR_WAKE_RETRIES_EXCEEDED);
            assertThat(host.unseenStarts()).isZero();
            world.time.pass(Duration.ofMillis(1));
            var next = request(id);
            host.nextStart().done().completeExceptionally(new IllegalStateException("secret"));
            fails(next, ErrorCode.GUARD_ACTOR_WAKE_RETRIES_EXCEEDED);
        }
        world.time.pass(Duration.ofSeconds(30));
        var last = request(id);
        host.nextStart().done().complete(null);
        Await.get(last);
        assertThat(world.snapshot(id).row().error()).isEmpty();
    }

    @Test
    void anErrorThatClientsMaySeeIsPassedOn() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        var reply = request(id);
        host.nextStart().done().completeExceptionally(ErrorCode.ACTOR_RESTARTING.error());
        fails(reply, ErrorCode.ACTOR_RESTARTING);
        // its type was there all the time: that is no reason to try again at once
        fails(request(id), ErrorCode.ACTOR_RESTARTING);
        assertThat(host.unseenStarts()).isZero();
    }

    @Test
    void theReturnOfAMissingTypeEndsThePause() throws Exception {
        host.gateStarts(true);
        host.type("thing", TypeStatus.ABSENT);
        String id = world.create("a");
        var reply = request(id);
        host.nextStart().done().completeExceptionally(ErrorCode.ACTOR_RESTARTING.error());
        fails(reply, ErrorCode.ACTOR_RESTARTING);
        host.type("thing", TypeStatus.PRESENT);
        var next = request(id);
        host.nextStart().done().complete(null);
        Await.get(next);
    }

    @Test
    void whatAStartFailedWithDoesNotKeepTheCodeThatThrewIt() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        host.nextStart().done().completeExceptionally(new RivetException("user", "refused", "no").withCause(new IllegalStateException("of the actor's code")));
        assertThatThrownBy(() -> Await.get(request(id))).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.code()).isEqualTo("refused");
            assertThat(e).hasNoCause();
        });
    }

    @Test
    void sleepsWhenItWantsToAndIsWokenByTheNextRequest() throws Exception {
        String id = world.running("a");
        host.gateStops(true);
        host.engine().intendSleep(id, 1);
        var stop = host.nextStop();
        assertThat(stop.cause()).isEqualTo(StopCause.SLEEP_INTENT);
        assertThat(world.snapshot(id).status()).isEqualTo(Status.STOPPING);
        var reply = request(id);
        assertThat(host.unseenStarts()).isZero();
        stop.done().complete(null);
        Await.get(reply);
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
        host.engine().intendSleep(id, 2);
        host.nextStop().done().complete(null);
        Await.until("it sleeps", () -> world.snapshot(id).status() == Status.SLEEPING);
        assertThat(world.snapshot(id).row().sleepTs()).isEqualTo(world.time.millis());
    }

    @Test
    void whatAnOlderGenerationSaysIsIgnored() throws Exception { // R-reg-25
        String id = world.sleeping("a");
        Await.get(request(id));
        host.nextStart();
        host.engine().intendSleep(id, 1);
        host.engine().intendStop(id, 1, Optional.empty());
        host.engine().intendStop(id, 1, Optional.of("boom"));
        Await.get(host.engine().setAlarm(id, 1, Optional.of(world.time.instant())));
        assertThat(host.unseenStops()).isZero();
        assertThat(world.snapshot(id).status()).isEqualTo(Status.RUNNING);
        assertThat(world.snapshot(id).row().alarmTs()).isZero();
    }

    @Test
    void aWishToSleepThatOvertakesTheEndOfTheStartIsRemembered() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        var reply = request(id);
        host.engine().intendSleep(id, 1);
        assertThat(host.unseenStops()).isZero();
        host.nextStart().done().complete(null);
        // whoever waited is served first, or an actor that sleeps at once would never serve anybody
        Await.get(reply);
        assertThat(host.nextStop().cause()).isEqualTo(StopCause.SLEEP_INTENT);
    }

    @Test
    void whatAGenerationRefusesIsHeldForTheNext() throws Exception {
        String id = world.running("a");
        host.refuse(true);
        var reply = request(id);
        assertThat(reply.toCompletableFuture()).isNotDone();
        host.refuse(false);
        host.engine().intendSleep(id, 1);
        host.nextStop();
        Await.get(reply);
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
    }

    @Test
    void whatAnActorAsksIsOfferedToAGenerationThatStops() throws Exception {
        String id = world.running("a");
        host.gateStops(true);
        host.engine().intendSleep(id, 1);
        var stop = host.nextStop();
        var others = request(id);
        var own = world.actors().request(id, Calls.get("/x", Map.of(HttpCall.CAUSE, "some call")));
        assertThat(Await.get(own).status()).isEqualTo(200);
        host.refuse(true); // it is not for itself that this one is asked
        var another = world.actors().request(id, Calls.get("/x", Map.of(HttpCall.CAUSE, "another call")));
        host.refuse(false);
        assertThat(others.toCompletableFuture()).isNotDone();
        assertThat(another.toCompletableFuture()).isNotDone();
        stop.done().complete(null);
        Await.get(others);
        Await.get(another);
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
    }

    @Test
    void whatIsRefusedAgainAndAgainWaitsNoLongerThanOnce() throws Exception {
        String id = world.running("a");
        host.refuse(true);
        var reply = request(id);
        world.time.pass(Duration.ofSeconds(20));
        host.engine().intendSleep(id, 1);
        host.nextStop();
        host.nextStart();
        world.time.pass(Duration.ofSeconds(9));
        assertThat(reply.toCompletableFuture()).isNotDone();
        world.time.pass(Duration.ofSeconds(1));
        fails(reply, ErrorCode.GUARD_ACTOR_READY_TIMEOUT);
    }

    @Test
    void othersAreServedWhileOneThatWasRefusedWaits() throws Exception {
        String id = world.running("a");
        host.refuse(true);
        var refused = request(id);
        host.refuse(false);
        Await.get(request(id));
        assertThat(refused.toCompletableFuture()).isNotDone();
    }

    @Test
    void aCrashIsALostGenerationAndItsFirstSuccessorComesAtOnce() throws Exception { // R-stop-4
        String id = world.running("a");
        host.gateStops(true);
        host.engine().intendStop(id, 1, Optional.of("disk on fire"));
        var reply = request(id);
        var stop = host.nextStop();
        assertThat(stop.cause()).isEqualTo(StopCause.LOST);
        stop.done().complete(null);
        Await.get(reply);
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
        host.engine().intendStop(id, 2, Optional.of("again"));
        var second = request(id);
        host.nextStop().done().complete(null);
        fails(second, ErrorCode.GUARD_ACTOR_WAKE_RETRIES_EXCEEDED);
        assertThat(world.snapshot(id).row().error()).contains("again");
        assertThat(world.snapshot(id).status()).isEqualTo(Status.SLEEPING);
        world.time.pass(Duration.ofMillis(250));
        var third = request(id);
        Await.get(third);
    }

    @Test
    void crashesFarApartEarnNoPause() throws Exception {
        String id = world.running("a");
        for (int generation = 1; generation <= 3; generation++) {
            world.time.pass(Duration.ofSeconds(31));
            host.engine().intendStop(id, generation, Optional.of("boom"));
            host.nextStop();
            Await.get(request(id));
            host.nextStart();
        }
    }

    @Test
    void theCrashPolicyRestartNeedsNoRequest() throws Exception {
        String id = world.running("a", CrashPolicy.RESTART);
        host.engine().intendStop(id, 1, Optional.of("boom"));
        host.nextStop();
        assertThat(host.nextStart().start().generation()).isEqualTo(2);
        Await.until("it runs", () -> world.snapshot(id).status() == Status.RUNNING);
        host.engine().intendStop(id, 2, Optional.of("boom"));
        host.nextStop();
        Await.until("it sleeps", () -> world.snapshot(id).status() == Status.SLEEPING);
        assertThat(host.unseenStarts()).isZero();
        world.time.pass(Duration.ofMillis(250));
        assertThat(host.nextStart().start().generation()).isEqualTo(3);
    }

    @Test
    void theCrashPolicyDestroyLeavesNothing() throws Exception {
        String id = world.running("a", CrashPolicy.DESTROY);
        host.engine().intendStop(id, 1, Optional.of("boom"));
        host.nextStop();
        Await.until("it is gone", () -> world.snapshot(id).status() == Status.DESTROYED);
    }

    @Test
    void anOperatorPutsItToSleepOrHasItStartAnew() throws Exception {
        String id = world.running("a");
        host.gateStops(true);
        var asleep = world.actors().sleep(id, false);
        host.nextStop().done().complete(null);
        Await.get(asleep);
        Await.get(world.actors().sleep(id, false));
        assertThat(host.unseenStarts()).isZero();
        Await.get(request(id));
        host.nextStart();
        var moved = world.actors().sleep(id, true);
        var stop = host.nextStop();
        assertThat(stop.cause()).isEqualTo(StopCause.GOING_AWAY);
        stop.done().complete(null);
        Await.get(moved);
        assertThat(host.nextStart().start().generation()).isEqualTo(3);
        fails(world.actors().sleep(world.ids.get(), false), ErrorCode.ACTOR_NOT_FOUND);
    }

    @Test
    void aStoreThatRefusesMakesItUnavailableNotBroken() throws Exception {
        String id = world.sleeping("a");
        world.storage().failCommits(true);
        fails(request(id), ErrorCode.GUARD_SERVICE_UNAVAILABLE);
        assertThat(host.unseenStarts()).isZero();
        world.storage().failCommits(false);
        world.time.pass(Duration.ofMillis(250));
        Await.get(request(id));
    }

    @Test
    void nobodyIsHeldOnceTheEngineCloses() throws Exception {
        host.gateStarts(true);
        String id = world.create("a");
        String running = world.create("b");
        host.nextStart();
        host.nextStart().done().complete(null);
        var held = request(id);
        Await.get(request(running));
        Await.get(world.engine().close());
        fails(held, ErrorCode.GUARD_SERVICE_UNAVAILABLE);
        fails(request(running), ErrorCode.GUARD_SERVICE_UNAVAILABLE);
        fails(request(world.ids.get()), ErrorCode.GUARD_SERVICE_UNAVAILABLE);
        assertThat(host.isClosed()).isTrue();
        FakeHost old = host;
        world.crash();
        host = world.host();
        assertThat(world.snapshot(running).row().sleepTs()).isPositive();
        assertThat(old.faults()).isEmpty();
    }

    @Test
    void somebodyUnknownIsNotFound() {
        fails(request(world.ids.get()), ErrorCode.ACTOR_NOT_FOUND);
        fails(world.actors().condemn(world.ids.get()), ErrorCode.ACTOR_NOT_FOUND);
    }
}
