package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.StopCause;
import rivet.value.Undefined;

/** Calls of actions. */
class ActionsTest extends ActorTest {

    @Test
    void argumentsAndResults() throws Exception {
        counter();
        assertThat(platform.call("a1", "math.add", 2, 3)).isEqualTo(5);
        assertThat(platform.call("a1", "nothing")).isEqualTo(Undefined.UNDEFINED);
        assertThat(platform.call("a1", "increment", 1, "surplus")).isEqualTo(1);
        assertThat(platform.call("a1", "increment")).isEqualTo(1);
    }

    @Test
    void errorsHaveTheirNames_R_act_14() throws Exception {
        counter();
        assertThatThrownBy(() -> platform.call("a1", "fail", "user")).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("user.my_code");
            assertThat(e).hasMessage("boom");
            assertThat(e.metadata()).contains(Map.of("at", Instant.EPOCH));
        });
        assertThatThrownBy(() -> platform.call("a1", "fail", "internal")).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("rivetkit.internal_error");
            assertThat(e).hasMessage(ErrorCode.MASKED_MESSAGE);
        });
        assertCode(() -> platform.call("a1", "fail", "error"), "rivetkit", "internal_error");
        assertCode(() -> platform.call("a1", "noSuch"), "actor", "action_not_found");
        assertCode(() -> platform.call("a1", "increment", "x"), "actor", "validation_error");
        assertThat(platform.call("a1", "get")).as("a failed action keeps what it changed and stops nothing (R-act-19)").isEqualTo(3);
    }

    @Test
    void aBodyThatBreaksOffIsTheFaultOfItsSender() throws Exception {
        counter();
        assertThat(TestPlatform.await(platform.callCutOff("a1", "increment")).status()).isEqualTo(400);
        assertThat(platform.call("a1", "get")).isEqualTo(0);
    }

    @Test
    void noErrorOfACallThatHasBegunHasItSentAgain() throws Exception { // design.md 1.4
        counter();
        for (String code : List.of("stopping", "restarting", "destroyed_while_waiting_for_ready", "dropped_reply")) {
            assertCode(() -> platform.call("a1", "raise", "actor", code), "actor", "stopped");
        }
        for (String code : List.of("actor.not_found", "guard.service_unavailable", "guard.actor_ready_timeout")) {
            String[] name = code.split("\\.");
            assertCode(() -> platform.call("a1", "raise", name[0], name[1]), "rivetkit", "internal_error");
        }
        assertCode(() -> platform.call("a1", "raise", "actor", "overloaded"), "actor", "overloaded");
        assertCode(() -> platform.call("a1", "destroyTwice"), "actor", "stopped");
    }

    @Test
    void actionsInterleaveAtAwaitPointsOnly_R_act_2() throws Exception {
        counter();
        CompletableFuture<Object> slow = platform.callLater("a1", "waitFor", "slow");
        TestPlatform.until(() -> TRACE.contains("begin slow"));
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(1);
        CompletableFuture<Object> blocked = platform.callLater("a1", "block", "gate");
        TestPlatform.until(() -> TRACE.contains("blocked gate"));
        event("slow").complete(7);
        CompletableFuture<Object> behind = platform.callLater("a1", "get");
        assertThat(slow).isNotDone();
        latch("gate").countDown();
        assertThat(TestPlatform.await(slow)).isEqualTo(7);
        assertThat(TestPlatform.await(behind)).isEqualTo(1);
        TestPlatform.await(blocked);
    }

    @Test
    void serialActionsRunOneAfterTheOther() throws Exception {
        counter("concurrency", "serial");
        CompletableFuture<Object> first = platform.callLater("a1", "waitFor", "first");
        CompletableFuture<Object> second = platform.callLater("a1", "increment", 1);
        TestPlatform.until(() -> TRACE.contains("begin first"));
        assertThat(second).isNotDone();
        event("first").complete("x");
        assertThat(TestPlatform.await(first)).isEqualTo("x");
        assertThat(TestPlatform.await(second)).isEqualTo(1);
    }

    @Test
    void aSerialActionWhoseTimeIsOverBeforeItBeginsMakesWayForTheNext() throws Exception {
        counter("concurrency", "serial", "actionTimeout", 200);
        platform.call("a1", "forkAndBlock", "gate");
        TestPlatform.until(() -> TRACE.contains("blocked gate"));
        assertCode(() -> platform.call("a1", "get"), "actor", "action_timed_out");
        latch("gate").countDown();
        TestPlatform.until(() -> isAnswered("get"));
    }

    private boolean isAnswered(String action) {
        try {
            return platform.call("a1", action) != null;
        } catch (Exception e) {
            return false; // its time was over
        }
    }

    @Test
    void aSlowActionTimesOut_R_act_5() throws Exception {
        counter("actionTimeout", 400);
        assertCode(() -> platform.call("a1", "waitFor", "never"), "actor", "action_timed_out");
        assertCode(() -> platform.call("a1", "block", "never"), "actor", "action_timed_out");
        assertThat(platform.call("a1", "pause", 5)).isEqualTo(5);
    }

    @Test
    void anActionThatIgnoresItsInterruptionIsLeftBehind() throws Exception {
        counter("actionTimeout", 500);
        platform.call("a1", "increment", 3);
        assertCode(() -> platform.call("a1", "spin"), "actor", "action_timed_out");
        CompletableFuture<Object> held = platform.callLater("a1", "get");
        TestPlatform.until(() -> platform.host().stuckTurns().stream().anyMatch(t -> t.abandoned()));
        TestPlatform.until(() -> platform.spinning.get() == 1);
        assertThatThrownBy(() -> TestPlatform.await(held)).as("its own time was over").isInstanceOf(RivetException.class);
        assertThat(platform.call("a1", "get")).isEqualTo(3);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(4);
        latch("spin").countDown();
        TestPlatform.until(() -> TRACE.contains("old code: aborted"));
        assertThat(platform.call("a1", "get")).isEqualTo(4);
        TestPlatform.until(() -> platform.host().stuckTurns().isEmpty());
        TestPlatform.until(() -> platform.spinning.get() == 0);
    }

    @Test
    void forkedWorkDoesNotGoOnInTheNextInstance() throws Exception {
        counter("actionTimeout", 500);
        assertCode(() -> platform.call("a1", "forkAndSpin"), "actor", "action_timed_out");
        TestPlatform.until(() -> platform.host().stuckTurns().stream().anyMatch(t -> t.abandoned()));
        TestPlatform.until(() -> isAnswered("get"));
        latch("spin").countDown();
        TestPlatform.until(() -> platform.host().stuckTurns().isEmpty());
        assertThat(TRACE).doesNotContain("forked");
    }

    @Test
    void whatHasNotBegunIsToldSoIfATurnIsLeftBehindDuringAStop() throws Exception {
        counter("actionTimeout", 100, "sleepGracePeriod", 5_000);
        assertCode(() -> platform.call("a1", "spin"), "actor", "action_timed_out");
        TestPlatform.Client client = platform.connect("a1");
        CompletableFuture<Void> stopped = platform.stopLater("a1", StopCause.SLEEP_INTENT);
        assertThat(TestPlatform.await(client.closed)).startsWith("1011");
        latch("spin").countDown();
        TestPlatform.await(stopped);
    }

    @Test
    void theContextBelongsToTheTurn() throws Exception {
        counter();
        assertThat(platform.call("a1", "elsewhere")).isEqualTo("wrong_thread");
        assertThat(platform.call("a1", "forked")).isEqualTo(10);
        assertThat(platform.call("a1", "get")).isEqualTo(10);
    }

    @Test
    void anActorWithoutStateOrDatabase() throws Exception {
        platform.type("stateless", Stateless::new, "database", false);
        platform.start("stateless", "s");
        assertThat(platform.call("s", "echo", List.of(1, "two"))).isEqualTo(List.of(1, "two"));
        assertThatThrownBy(() -> platform.call("s", "touch")).hasMessageContaining("state");
        assertThatThrownBy(() -> platform.call("s", "touchDatabase")).hasMessageContaining("database");
    }
}
