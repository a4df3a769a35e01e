package rivet.runtime.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;

import rivet.error.ActorSpecifier;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.actor.Generation;
import rivet.runtime.time.ManualTime;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.StopCause;

/** Generations come and go: one at a time, and everybody is answered. */
class RegistryTest {

    private final ManualTime time = new ManualTime();
    private final Registry<Life> registry = new Registry<>(time);
    private final List<String> trace = new ArrayList<>();

    /** A generation that starts and stops when the test says so. */
    private final class Life implements Generation {

        private final ActorStart start;
        private final CompletableFuture<Void> started = new CompletableFuture<>();
        private final CompletableFuture<Void> stopped = new CompletableFuture<>();

        Life(String actor, int number) {
            start = new ActorStart(actor, number, "default", "type", List.of(), new byte[0]);
        }

        @Override
        public ActorStart start() {
            return start;
        }

        @Override
        public ActorSpecifier specifier() {
            return new ActorSpecifier(start.actorId(), start.generation(), Optional.empty());
        }

        @Override
        public CompletionStage<Void> begin() {
            trace.add(start.actorId() + start.generation() + " begins");
            return started;
        }

        @Override
        public CompletionStage<Void> stop(StopCause cause) {
            trace.add(start.actorId() + start.generation() + " " + cause);
            return stopped;
        }
    }

    private CompletableFuture<Void> start(Life life) {
        return registry.start(life).toCompletableFuture();
    }

    private CompletableFuture<Void> stop(String actor, int generation, StopCause cause) {
        return registry.stop(actor, generation, cause).toCompletableFuture();
    }

    /** A generation that has been started. */
    private Life running(String actor, int number) {
        Life life = new Life(actor, number);
        life.started.complete(null);
        assertThat(start(life)).isCompleted();
        return life;
    }

    private static void assertStopping(CompletableFuture<Void> start) {
        assertThat(start).isCompletedExceptionally();
        assertThatThrownBy(start::join).hasCauseInstanceOf(RivetException.class)
            .satisfies(e -> assertThat(((RivetException) e.getCause()).is(ErrorCode.ACTOR_STOPPING)).isTrue());
    }

    @Test
    void aNewerGenerationRefusesAnOlderOne_R_reg_2() {
        running("a", 2);
        assertStopping(start(new Life("a", 1)));
        assertThat(trace).containsExactly("a2 begins");
        assertThat(registry.all()).hasSize(1);
        running("b", 1);
    }

    @Test
    void evenOneThatOnlyStarts_R_reg_1_R_reg_2() {
        start(new Life("a", 2));
        assertStopping(start(new Life("a", 1)));
        assertThat(trace).containsExactly("a2 begins");
    }

    @Test
    void theSameGenerationStartsOnce_R_reg_13() {
        running("a", 1);
        assertStopping(start(new Life("a", 1)));
        assertThat(trace).containsExactly("a1 begins");
    }

    @Test
    void anOlderGenerationIsLostAndWaitedFor_R_reg_3() {
        Life older = running("a", 1);
        Life newer = new Life("a", 2);
        CompletableFuture<Void> start = start(newer);
        assertThat(trace).containsExactly("a1 begins", "a1 LOST");
        assertThat(registry.find("a", 1)).contains(older);
        assertThat(registry.find("a")).as("what is asked for now is the newer one").contains(newer);
        older.stopped.complete(null);
        assertThat(trace).endsWith("a2 begins");
        assertThat(start).isNotDone();
        newer.started.complete(null);
        assertThat(start).isCompleted();
        assertThat(registry.all()).containsExactly(newer);
        assertThat(time.timers()).isZero();
    }

    @Test
    void oneThatStartsIsLostAsWell_R_reg_3() {
        Life older = new Life("a", 1);
        CompletableFuture<Void> started = start(older);
        Life newer = new Life("a", 2);
        start(newer);
        assertThat(trace).containsExactly("a1 begins", "a1 LOST");
        older.started.completeExceptionally(ErrorCode.ACTOR_STOPPING.error());
        older.stopped.complete(null);
        assertThat(started).isCompletedExceptionally();
        assertThat(trace).endsWith("a2 begins");
    }

    @Test
    void itIsNotWaitedForForEver_R_reg_3() {
        Life older = running("a", 1);
        CompletableFuture<Void> second = start(new Life("a", 2));
        time.pass(Duration.ofMillis(9_999));
        assertThat(second).isNotDone();
        time.pass(Duration.ofMillis(1));
        assertStopping(second);
        assertThat(registry.all()).as("it is still here, and in the way of the next").containsExactly(older);
        CompletableFuture<Void> third = start(new Life("a", 3));
        assertThat(third).isNotDone();
        older.stopped.complete(null);
        assertThat(trace).containsExactly("a1 begins", "a1 LOST", "a1 LOST", "a3 begins");
    }

    @Test
    void oneThatIsLostBeforeItBeginsNeverDoes_R_reg_4_R_reg_12() {
        Life older = running("a", 1);
        CompletableFuture<Void> start = start(new Life("a", 2));
        CompletableFuture<Void> stop = stop("a", 2, StopCause.LOST);
        assertStopping(start);
        assertThat(stop).isCompleted();
        older.stopped.complete(null);
        assertThat(trace).containsExactly("a1 begins", "a1 LOST");
        assertThat(registry.all()).isEmpty();
    }

    @Test
    void ofThreeTheNewestIsStarted_R_reg_2_R_reg_3() {
        Life first = running("a", 1);
        CompletableFuture<Void> second = start(new Life("a", 2));
        Life third = new Life("a", 3);
        start(third);
        assertStopping(second);
        first.stopped.complete(null);
        assertThat(trace).containsExactly("a1 begins", "a1 LOST", "a1 LOST", "a3 begins");
        assertThat(registry.all()).containsExactly(third);
    }

    @Test
    void aStopThatComesWhileOlderOnesAreWaitedForFollowsTheStart_R_reg_7_R_reg_21() {
        Life older = running("a", 1);
        Life newer = new Life("a", 2);
        CompletableFuture<Void> start = start(newer);
        CompletableFuture<Void> stop = stop("a", 2, StopCause.DESTROY);
        assertThat(trace).containsExactly("a1 begins", "a1 LOST");
        newer.started.complete(null);
        older.stopped.complete(null);
        assertThat(start).as("the start itself succeeds").isCompleted();
        assertThat(trace).endsWith("a2 begins", "a2 DESTROY");
        assertThat(stop).isNotDone();
        newer.stopped.complete(null);
        assertThat(stop).isCompleted();
        assertThat(registry.all()).isEmpty();
    }

    @Test
    void aFailedStartIsNotHereAnyMore_R_reg_9_R_reg_12() {
        Life life = new Life("a", 1);
        CompletableFuture<Void> start = start(life);
        CompletableFuture<Void> stop = stop("a", 1, StopCause.SLEEP_INTENT);
        life.started.completeExceptionally(ErrorCode.ACTOR_START_FAILED.error());
        life.stopped.complete(null);
        assertThatThrownBy(start::join).hasMessageContaining("start_failed");
        assertThat(stop).as("it is answered").isCompleted();
        assertThat(registry.all()).isEmpty();
        running("a", 1);
    }

    @Test
    void aStopOfAnOlderGenerationDoesNotTouchANewerOne_R_reg_25() {
        Life older = running("a", 1);
        older.stopped.complete(null);
        running("a", 2);
        assertThat(stop("a", 1, StopCause.DESTROY)).isCompleted();
        assertThat(trace).doesNotContain("a2 DESTROY", "a1 DESTROY");
        assertThat(registry.all()).hasSize(1);
    }

    @Test
    void aStopOfAGenerationThatIsNotHereIsDoneAtOnce_R_reg_23_R_reg_36() {
        assertThat(stop("a", 1, StopCause.SLEEP_INTENT)).isCompleted();
    }

    @Test
    void everyStopIsAnswered_R_reg_22_R_reg_24_R_reg_26() {
        Life life = running("a", 1);
        CompletableFuture<Void> first = stop("a", 1, StopCause.SLEEP_INTENT);
        CompletableFuture<Void> second = stop("a", 1, StopCause.DESTROY);
        life.stopped.completeExceptionally(new IllegalStateException("broken"));
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        assertThat(registry.all()).isEmpty();
    }

    @Test
    void itStaysUntilNothingIsLeftOfIt_R_reg_27() {
        Life life = running("a", 1);
        stop("a", 1, StopCause.SLEEP_INTENT);
        assertThat(registry.find("a", 1)).contains(life);
        life.stopped.complete(null);
        assertThat(registry.find("a", 1)).isEmpty();
        assertThat(registry.find("a")).isEmpty();
    }

    @Test
    void closingStopsAllAndLetsNothingIn_R_reg_52() {
        Life a = running("a", 1);
        Life b = new Life("b", 1);
        start(b);
        List<CompletionStage<Void>> stops = registry.close(StopCause.GOING_AWAY);
        assertThat(trace).endsWith("a1 GOING_AWAY", "b1 GOING_AWAY");
        assertStopping(start(new Life("c", 1)));
        assertThat(stops).hasSize(2);
        a.stopped.complete(null);
        b.stopped.complete(null);
        assertThat(stops).allSatisfy(stop -> assertThat(stop.toCompletableFuture()).isCompleted());
        assertThat(registry.all()).isEmpty();
    }
}
