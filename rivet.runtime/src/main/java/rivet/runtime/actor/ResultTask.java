package rivet.runtime.actor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import rivet.error.RivetException;

/**
 * A task that somebody beside the actor's clients waits for. If it never begins, or is given up, they hear why.
 *
 * @param <T> what comes of it
 */
abstract class ResultTask<T> extends ActorTask {

    private final CompletableFuture<T> result = new CompletableFuture<>();

    ResultTask(String what, Optional<Conn> connection) {
        super(what, connection);
    }

    /** Returns what comes of it. */
    final CompletableFuture<T> result() {
        return result;
    }

    @Override
    protected final void cutOff(RivetException reason) {
        result.completeExceptionally(reason);
    }

    @Override
    protected final void refused(RivetException reason) {
        result.completeExceptionally(reason);
    }
}
