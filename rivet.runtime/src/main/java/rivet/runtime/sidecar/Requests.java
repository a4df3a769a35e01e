package rivet.runtime.sidecar;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.actor.TransactionOptions;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.sidecar.SidecarRequest;
import rivet.runtime.actor.Failures;
import rivet.runtime.sidecar.SidecarTransaction.Answering;
import rivet.runtime.store.Output;
import rivet.runtime.time.Time;

/**
 * Has the actor do what a connection asks. Requests without a transaction are begun in the order in which they come, those of a transaction one after the other.
 * <p>
 * Invariant, under {@code this}: {@code leases} has each transaction from the request that begins it until its work has ended; none is added once {@code refusing}, and
 * none is in {@code endings} as well.
 */
final class Requests {

    /** How many transactions of one connection may be open or wait for each other. */
    private static final int MOST_LEASES = 16;

    private final SidecarWork work;
    private final Time time;
    private final Replies replies;
    private final Answering answering;
    private final Map<String, Lease> leases = new HashMap<>();
    private final Endings endings = new Endings();
    private boolean refusing;

    Requests(SidecarWork work, Time time, Replies replies, Answering answering) {
        this.work = work;
        this.time = time;
        this.replies = replies;
        this.answering = answering;
    }

    static long id(SidecarRequest request) {
        return switch (request) {
            case SidecarRequest.Hello hello -> throw new DecodeException("a second hello");
            case SidecarRequest.Execute execute -> execute.id();
            case SidecarRequest.Begin begin -> begin.id();
            case SidecarRequest.Commit commit -> commit.id();
            case SidecarRequest.Rollback rollback -> rollback.id();
        };
    }

    void accept(SidecarRequest request) {
        switch (request) {
            case SidecarRequest.Execute execute when execute.transaction().isEmpty() -> execute(execute);
            case SidecarRequest.Execute execute -> hand(execute.transaction().get(), execute);
            case SidecarRequest.Begin begin -> begin(begin);
            case SidecarRequest.Commit commit -> hand(commit.transaction(), commit);
            case SidecarRequest.Rollback rollback -> hand(rollback.transaction(), rollback);
            case SidecarRequest.Hello hello -> throw new DecodeException("a second hello");
        }
    }

    private void execute(SidecarRequest.Execute execute) {
        if (isRefusing()) {
            error(execute.id(), ErrorCode.ACTOR_RUNTIME_SOCKET_CLOSED.error());
            return;
        }
        work.submit(() -> {
            work.output(durable(execute.id(), replies.result(execute.id(), work.run(execute.sql(), execute.params()))));
            return null;
        }).exceptionally(thrown -> {
            error(execute.id(), Failures.of(thrown));
            return null;
        });
    }

    private void begin(SidecarRequest.Begin begin) {
        if (isRefusing()) {
            error(begin.id(), ErrorCode.ACTOR_RUNTIME_SOCKET_CLOSED.error());
            return;
        }
        Lease lease = new Lease();
        if (begin.transaction().isEmpty() || begin.timeoutMs() == 0 || !add(begin.transaction(), lease)) {
            error(begin.id(), ErrorCode.SQLITE_TRANSACTION_INVALID_ARGUMENT.error("message",
                "A transaction needs a time, and a name that is not in use; a connection may have " + MOST_LEASES + " of them."));
            return;
        }
        Duration limit = Duration.ofMillis(begin.timeoutMs());
        RivetException late = ErrorCode.SQLITE_TRANSACTION_EXPIRED.error("timeout_ms", begin.timeoutMs());
        SidecarTransaction transaction = new SidecarTransaction(work, replies, lease, answering, begin.id());
        Time.Timer timer = time.after(limit, () -> lease.end(late));
        work.submit(() -> {
            transaction.run(TransactionOptions.DEFAULT.withTimeout(limit).allowingAwait());
            work.output(durable(transaction.pending(), replies.done(transaction.pending())));
            return null;
        }).whenComplete((done, thrown) -> {
            timer.cancel();
            ended(begin.transaction(), lease, transaction, Optional.ofNullable(thrown).map(Failures::of));
        });
    }

    private synchronized boolean add(String transaction, Lease lease) {
        boolean added = leases.size() < MOST_LEASES && leases.putIfAbsent(transaction, lease) == null;
        if (added) {
            endings.forget(transaction);
        }
        return added;
    }

    /** What was handed over and not done is answered with the reason why the transaction has ended. */
    private void ended(String name, Lease lease, SidecarTransaction transaction, Optional<RivetException> failure) {
        RivetException reason = failure.orElseGet(() -> ErrorCode.SQLITE_TRANSACTION_TERMINAL.error("state", transaction.ending()));
        lease.end(reason);
        synchronized (this) {
            leases.remove(name, lease);
            endings.add(name, reason);
        }
        failure.filter(error -> transaction.pending() >= 0).ifPresent(error -> error(transaction.pending(), error));
        lease.rest().forEach(request -> error(id(request), reason));
    }

    private void hand(String transaction, SidecarRequest request) {
        Optional<Lease> lease;
        Optional<RivetException> ended;
        synchronized (this) {
            lease = Optional.ofNullable(leases.get(transaction));
            ended = lease.isPresent() ? Optional.empty() : Optional.of(endings.of(transaction));
        }
        if (lease.isEmpty() || !lease.get().offer(request)) {
            error(id(request), lease.flatMap(Lease::over).or(() -> ended).orElseThrow());
        }
    }

    private void error(long id, RivetException error) {
        answering.answer(id, replies.error(id, error));
    }

    /** An answer that promises something. */
    private Output durable(long id, byte[] frame) {
        return new Output() {
            @Override
            public void release() {
                answering.answer(id, frame);
            }

            @Override
            public void fail(RivetException failure) {
                error(id, failure);
            }
        };
    }

    private synchronized boolean isRefusing() {
        return refusing;
    }

    /** Returns whether no transaction is open. */
    synchronized boolean isIdle() {
        return leases.isEmpty();
    }

    /** Begins nothing new. */
    synchronized void refuse() {
        refusing = true;
    }

    /** Begins nothing new and undoes what is open. */
    void close() {
        List<Lease> open;
        synchronized (this) {
            refusing = true;
            open = new ArrayList<>(leases.values());
        }
        open.forEach(lease -> {
            lease.rest();
            lease.end(ErrorCode.ACTOR_RUNTIME_SOCKET_CLOSED.error());
        });
    }
}
