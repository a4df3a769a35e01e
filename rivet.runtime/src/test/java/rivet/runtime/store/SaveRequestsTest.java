package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.SaveRequests.Save;
import rivet.runtime.time.ManualTime;

/** The throttle of durability interval. */
class SaveRequestsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualTime time = new ManualTime();
    private final List<Long> due = new ArrayList<>();
    private final long start = time.nanos();
    private final SaveRequests requests = new SaveRequests(time, SECOND, () -> due.add((time.nanos() - start) / 1_000_000));

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    /** Saves as whoever is told that it is due would. */
    private void save() {
        requests.completed(requests.begin().orElseThrow());
    }

    private CompletableFuture<Void> saved(long request) {
        return requests.saved(request).toCompletableFuture();
    }

    @Test
    void theFirstSaveWaitsAFullInterval_R_state_7() {
        time.pass(millis(300));
        requests.request();
        time.pass(millis(999));
        assertThat(due).isEmpty();
        time.pass(millis(1));
        assertThat(due).containsExactly(1_300L);
    }

    @Test
    void theNextOneTheRestOfTheIntervalSinceTheLast_R_state_7() {
        requests.requestNow();
        save();
        time.pass(millis(400));
        requests.request();
        time.pass(millis(600));
        assertThat(due).containsExactly(0L, 1_000L);
        save();
        time.pass(millis(5_000));
        requests.request();
        assertThat(due).as("the interval was over long ago").containsExactly(0L, 1_000L, 6_000L);
    }

    @Test
    void requestsAreServedTogether_R_state_3_R_state_5() {
        CompletableFuture<Void> first = saved(requests.request());
        CompletableFuture<Void> second = saved(requests.request());
        assertThat(time.timers()).isEqualTo(1);
        time.pass(SECOND);
        assertThat(due).hasSize(1);
        Save save = requests.begin().orElseThrow();
        assertThat(first).isNotDone();
        requests.completed(save);
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        time.pass(millis(10_000));
        assertThat(due).hasSize(1);
        assertThat(time.timers()).isZero();
    }

    @Test
    void anUrgentRequestBringsTheSaveForward_R_state_3_R_state_18() {
        requests.request();
        requests.request();
        requests.requestNow();
        requests.requestNow();
        assertThat(due).as("told once").containsExactly(0L);
        save();
        time.pass(millis(5_000));
        assertThat(due).hasSize(1);
    }

    @Test
    void theEarliestWaitThatWasAskedForCounts_R_state_4_R_state_8() {
        requests.request();
        requests.requestWithin(millis(500));
        requests.requestWithin(millis(200));
        requests.requestWithin(millis(800));
        requests.requestWithin(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(time.timers()).isEqualTo(1);
        time.pass(millis(200));
        assertThat(due).containsExactly(200L);
    }

    @Test
    void whatIsAskedForDuringASaveIsOfTheNext_R_state_9_R_state_10() {
        requests.requestNow();
        Save save = requests.begin().orElseThrow();
        CompletableFuture<Void> later = saved(requests.request());
        assertThat(requests.begin()).as("one at a time").isEmpty();
        requests.completed(save);
        assertThat(later).isNotDone();
        assertThat(due).hasSize(1);
        time.pass(SECOND);
        assertThat(due).hasSize(2);
        save();
        assertThat(later).isCompleted();
    }

    @Test
    void anUrgentOneFollowsAtOnce_R_state_9() {
        requests.requestNow();
        Save save = requests.begin().orElseThrow();
        CompletableFuture<Void> urgent = saved(requests.requestNow());
        assertThat(due).hasSize(1);
        requests.completed(save);
        assertThat(due).hasSize(2);
        assertThat(urgent).isNotDone();
        save();
        assertThat(urgent).isCompleted();
    }

    @Test
    void aFailedSaveIsRepeatedOnceAnIntervalWithWhatIsThereByThen_R_state_13_R_state_14_R_state_15() {
        CompletableFuture<Void> waiter = saved(requests.requestNow());
        requests.requestWithin(millis(10));
        for (int attempt = 1; attempt <= 5; attempt++) {
            assertThat(due).hasSize(attempt);
            Save save = requests.begin().orElseThrow();
            assertThat(save.rewrite()).isEqualTo(attempt > 1);
            requests.failed(save);
            time.pass(millis(999));
            assertThat(due).as("neither urgency nor the deadline that has passed makes it go faster").hasSize(attempt);
            time.pass(millis(1));
        }
        assertThat(waiter).isNotDone();
        save();
        assertThat(waiter).isCompleted();
        requests.requestNow();
        assertThat(requests.begin()).hasValueSatisfying(save -> assertThat(save.rewrite()).isFalse());
    }

    @Test
    void aNewUrgentRequestAfterAFailureIsTriedAtOnce() {
        requests.requestNow();
        requests.failed(requests.begin().orElseThrow());
        requests.requestNow();
        assertThat(due).hasSize(2);
    }

    @Test
    void atTheEndWhoeverWaitsHearsThatTheActorStops_R_state_16() {
        RivetException stopping = ErrorCode.ACTOR_STOPPING.error();
        long stored = requests.requestNow();
        save();
        CompletableFuture<Void> waiter = saved(requests.request());
        requests.close(stopping);
        assertThat(waiter).isCompletedExceptionally();
        assertThat(saved(requests.requestNow())).as("made afterwards").isCompletedExceptionally();
        assertThat(saved(stored)).as("success wins").isCompleted();
        assertThat(time.timers()).isZero();
        assertThat(requests.begin()).isEmpty();
    }

    @Test
    void aSaveInFlightAtTheEndStillCounts_R_state_5() {
        long request = requests.requestNow();
        Save save = requests.begin().orElseThrow();
        requests.close(ErrorCode.ACTOR_STOPPING.error());
        requests.completed(save);
        assertThat(saved(request)).isCompleted();
    }
}
