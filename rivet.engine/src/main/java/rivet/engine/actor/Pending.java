package rivet.engine.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import rivet.error.RivetException;
import rivet.spi.engine.Hosting;

/**
 * Something on its way into an actor: carried to a generation that admits it, at most once successfully, or held until there is one.
 *
 * @param <R> what comes back
 */
abstract sealed class Pending<R> permits PendingRequest, PendingSocket {

    private final CompletableFuture<R> result = new CompletableFuture<>();
    // the rest belongs to the transitions of the cell
    /** When waiting ends, epoch milliseconds; 0 before it was first held. */
    long deadline;
    /** The latest generation that did not admit it. */
    int refusedBy;
    Future<?> timer;

    /** Returns what comes back. */
    final CompletableFuture<R> result() {
        return result;
    }

    /** Returns how long it waits for an actor. */
    abstract Duration patience(Limits limits);

    /** Returns whether an actor of this process asks: a generation that is being stopped may have to take it, for it may be the one that asks. */
    boolean isOfActor() {
        return false;
    }

    /** Hands it to a generation; tells the cell if that does not admit it. */
    abstract void carry(ActorCell cell, Hosting hosting, int generation);

    final void fail(RivetException error) {
        result.completeExceptionally(error);
    }
}
