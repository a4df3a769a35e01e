package rivet.runtime.queue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.value.Undefined;

/** Code of the actor itself that waits for the completion of its message. */
final class OwnSender implements Sender {

    private final Duration timeout;
    private final Optional<CompletionStage<?>> abort;
    private final CompletableFuture<Object> done = new CompletableFuture<>();

    OwnSender(Duration timeout, Optional<CompletionStage<?>> abort) {
        this.timeout = timeout;
        this.abort = abort;
    }

    void timedOut() {
        done.completeExceptionally(ErrorCode.QUEUE_TIMED_OUT.error("timeout_ms", timeout.toMillis()));
    }

    /** The turn that sent the message came to nothing. */
    void wake() {
        done.completeExceptionally(ErrorCode.QUEUE_COMPLETION_WAITER_DROPPED.error());
    }

    /** Returns a stage that completes when the waiting is over; leaves nothing behind at an abort stage that lives longer. */
    CompletionStage<?> until() {
        return abort.isEmpty() ? done : CompletableFuture.anyOf(done, abort.get().toCompletableFuture());
    }

    /** Returns what the message was completed with, once the waiting is over. */
    Optional<Object> response() {
        if (!done.isDone()) {
            throw ErrorCode.ACTOR_ABORTED.error();
        }
        if (done.isCompletedExceptionally()) {
            throw (RivetException) done.exceptionNow();
        }
        Object response = done.join();
        return response == Undefined.UNDEFINED ? Optional.empty() : Optional.ofNullable(response);
    }

    @Override
    public void over() {
        // the work goes on
    }

    @Override
    public Runnable completed(Object response) {
        return () -> done.complete(response);
    }

    @Override
    public void dropped(RivetException why) {
        done.completeExceptionally(why);
    }
}
