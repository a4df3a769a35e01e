package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;

class RepliesTest {

    private final ManualTimer timer = new ManualTimer();
    private final Replies replies = new Replies(timer, Duration.ofSeconds(30));

    @AfterEach
    void close() {
        replies.close();
    }

    private String failure(CompletableFuture<?> answer) {
        try {
            return "answered " + replies.run(() -> replies.await(answer));
        } catch (CommandFailed e) {
            return e.getMessage();
        }
    }

    @Test
    void returnsTheAnswerAndForgetsTheTimer() throws Exception {
        assertThat(replies.await(CompletableFuture.completedFuture("yes"))).isEqualTo("yes");
        assertThat(timer.pending()).isZero();
    }

    @Test
    void namesTheFailure() {
        assertThat(failure(CompletableFuture.failedFuture(ErrorCode.ACTOR_STOPPING.error())))
            .isEqualTo("actor.stopping: Actor is stopping.");
        assertThat(failure(new CompletableFuture<>().completeAsync(() -> {
            throw ErrorCode.ACTOR_STOPPING.error();
        }, Runnable::run))).isEqualTo("actor.stopping: Actor is stopping.");
        assertThat(failure(CompletableFuture.failedFuture(new IllegalStateException("boom"))))
            .isEqualTo("core.internal_error: java.lang.IllegalStateException: boom");
        assertThat(timer.pending()).isZero();
    }

    @Test
    void keepsTheCause() {
        IllegalStateException cause = new IllegalStateException("boom");
        CompletableFuture<?> answer = CompletableFuture.failedFuture(cause);
        assertThatExceptionOfType(CommandFailed.class).isThrownBy(() -> replies.run(() -> replies.await(answer))).withCause(cause);
    }

    @Test
    void theAnswerOrTheTimerWhicheverIsFirst() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<String> wait = replies.bounded(answer);
        timer.ring();
        answer.complete("late");
        assertThat(wait).isCompletedExceptionally();
        CompletableFuture<String> other = new CompletableFuture<>();
        wait = replies.bounded(other);
        other.complete("in time");
        timer.ring();
        assertThat(wait).isCompletedWithValue("in time");
    }

    @Test
    void oneWhoIsInterruptedGivesTheWaitUp() {
        Thread.currentThread().interrupt();
        assertThat(failure(new CompletableFuture<>()))
            .isEqualTo("shell.interrupted: no longer waiting; what was asked for may still be done");
        assertThat(Thread.interrupted()).as("the flag is kept").isTrue();
        assertThat(timer.pending()).isZero();
    }

    @Test
    void nobodyWaitsForAShellThatIsGone() throws Exception {
        CompletableFuture<?> before = replies.bounded(new CompletableFuture<>());
        replies.close();
        assertThatExceptionOfType(ExecutionException.class).isThrownBy(before::get).havingCause()
            .withMessage("the shell commands were stopped");
        assertThat(replies.bounded(new CompletableFuture<>())).isCompletedExceptionally();
    }

    @Test
    void nobodyWaitsForAShellThatGoesBetweenEnteringAndSettingTheTimer() {
        AtomicReference<Replies> going = new AtomicReference<>();
        going.set(new Replies(new ManualTimer() {
            @Override
            public synchronized ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
                going.get().close();
                return super.schedule(command, delay, unit);
            }
        }, Duration.ofSeconds(30)));
        CompletableFuture<?> wait = going.get().bounded(new CompletableFuture<>());
        assertThatExceptionOfType(ExecutionException.class).isThrownBy(wait::get).havingCause()
            .withMessage("the shell commands were stopped");
    }

    @Test
    void takesTheNearestLimit() throws Exception {
        for (int seconds : new int[] { Integer.MIN_VALUE, 0, 30, Integer.MAX_VALUE }) {
            Replies configured = new Replies(new Replies.Config() {
                @Override
                public int timeoutSeconds() {
                    return seconds;
                }

                @Override
                public Class<Replies.Config> annotationType() {
                    return Replies.Config.class;
                }
            });
            assertThat(configured.await(CompletableFuture.completedFuture(seconds))).isEqualTo(seconds);
            configured.close();
        }
    }
}
