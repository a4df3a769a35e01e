package rivet.runtime.sidecar;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.protocol.sidecar.SidecarRequest;

/**
 * What a process asks of a transaction, between the connection that hears it and the work of the actor that does it.
 * <p>
 * Invariant, under {@code this}: {@code arrived} is complete if and only if there is a request to take or the lease is over.
 */
final class Lease {

    private final Deque<SidecarRequest> requests = new ArrayDeque<>();
    private CompletableFuture<Void> arrived = new CompletableFuture<>();
    private Optional<RivetException> over = Optional.empty();

    /** Hands a request over; returns false if nobody will take it. */
    boolean offer(SidecarRequest request) {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            if (over.isPresent()) {
                return false;
            }
            requests.add(request);
            waiting = arrived;
        }
        waiting.complete(null);
        return true;
    }

    /** Returns why it is over, if it is. */
    synchronized Optional<RivetException> over() {
        return over;
    }

    /** Takes what was handed over and nobody will do any more. */
    synchronized List<SidecarRequest> rest() {
        List<SidecarRequest> rest = List.copyOf(requests);
        requests.clear();
        return rest;
    }

    /** Ends it: what was handed over is still done, nothing more is taken. */
    void end(RivetException reason) {
        CompletableFuture<Void> waiting;
        synchronized (this) {
            over = over.or(() -> Optional.of(reason));
            waiting = arrived;
        }
        waiting.complete(null);
    }

    /** Returns a stage that completes when there is something to take, or the lease is over. */
    synchronized CompletionStage<Void> arrived() {
        return arrived;
    }

    /**
     * Takes the next request; empty if there is none yet.
     *
     * @throws RivetException if there will be no more
     */
    synchronized Optional<SidecarRequest> take() {
        Optional<SidecarRequest> next = Optional.ofNullable(requests.poll());
        if (next.isEmpty() && over.isPresent()) {
            throw over.get();
        }
        if (requests.isEmpty() && over.isEmpty() && arrived.isDone()) {
            arrived = new CompletableFuture<>();
        }
        return next;
    }
}
