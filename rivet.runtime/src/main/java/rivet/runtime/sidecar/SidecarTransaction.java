package rivet.runtime.sidecar;

import java.util.Optional;

import rivet.actor.TransactionOptions;
import rivet.error.RivetException;
import rivet.protocol.sidecar.SidecarRequest;

/**
 * A transaction of a process, as work of the actor: runs what the process asks, until it asks for the end or the lease is over. What is answered inside is not
 * durable, so that
 * goes at once.
 */
final class SidecarTransaction {

    /** Sends the answer to a request at once. */
    interface Answering {

        /** Sends it. */
        void answer(long id, byte[] frame);
    }

    /** The process wants it undone. */
    private static final class Undone extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Undone() {
            super(null, null, false, false);
        }
    }

    private final SidecarWork work;
    private final Replies replies;
    private final Lease lease;
    private final Answering answering;

    /** The request to be answered when it is over: that it begins, that it ends. Negative in between. */
    private volatile long pending;
    private volatile boolean undone;

    SidecarTransaction(SidecarWork work, Replies replies, Lease lease, Answering answering, long begin) {
        this.work = work;
        this.replies = replies;
        this.lease = lease;
        this.answering = answering;
        pending = begin;
    }

    /** Returns the request that its end is the answer to, negative if there is none. */
    long pending() {
        return pending;
    }

    /** Returns how it ended, if it did not fail. */
    String ending() {
        return undone ? "rolled back" : "committed";
    }

    /** Runs it to its end, in turns of the actor. Returns when it is committed, or undone because the process wished so. */
    void run(TransactionOptions options) {
        try {
            work.transaction(options, () -> {
                long begin = pending;
                pending = -1;
                answering.answer(begin, replies.done(begin));
                follow();
            });
        } catch (Undone e) {
            undone = true; // as was wished
        }
    }

    private void follow() {
        while (pending < 0) {
            Optional<SidecarRequest> next = lease.take();
            if (next.isPresent()) {
                follow(next.get());
            } else {
                work.await(lease.arrived());
            }
        }
    }

    private void follow(SidecarRequest request) {
        switch (request) {
            case SidecarRequest.Execute execute -> answering.answer(execute.id(), result(execute));
            case SidecarRequest.Commit commit -> pending = commit.id();
            case SidecarRequest.Rollback rollback -> {
                pending = rollback.id();
                throw new Undone();
            }
            default -> throw new IllegalArgumentException(request.toString());
        }
    }

    private byte[] result(SidecarRequest.Execute execute) {
        try {
            return replies.result(execute.id(), work.run(execute.sql(), execute.params()));
        } catch (RivetException e) {
            return replies.error(execute.id(), e);
        }
    }
}
