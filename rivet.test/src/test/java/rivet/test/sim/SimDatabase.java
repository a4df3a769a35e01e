package rivet.test.sim;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import rivet.runtime.time.Time;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;

/** A handle on a volume: runs operations in their order, one after the other, and answers in that order, some time later. */
final class SimDatabase implements Database {

    /** An operation that waits. */
    private record Operation(Optional<Tx> of, boolean closes, Runnable perform) {}

    private final SimStorage storage;
    private final SimProcess process;
    private final Faults faults;
    private final Volume volume;
    private final ArrayDeque<Operation> waiting = new ArrayDeque<>();
    private final ArrayDeque<Runnable> answers = new ArrayDeque<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private boolean working;
    private boolean answering;
    private boolean closing;
    private Optional<Tx> transaction = Optional.empty();
    /** The commit up to which whoever uses this knows what is stored. */
    private long known;

    SimDatabase(SimStorage storage, Volume volume) {
        this.storage = storage;
        this.process = storage.process();
        this.faults = storage.faults();
        this.volume = volume;
    }

    Volume volume() {
        return volume;
    }

    /** Returns whether nothing was committed but what was loaded or committed by way of this. */
    boolean isCurrent() {
        return known == volume.commits();
    }

    /** Something was committed; it must not build on what its author cannot have seen. */
    private void committed() {
        if (known + 1 != volume.commits()) {
            process.scheduler().violated(new Violation(this + " has committed number " + volume.commits() + ", but what it has seen ends with number " + known));
        }
        known = volume.commits();
        storage.committed(volume);
    }

    /** Completes when it is closed. */
    CompletionStage<Void> closed() {
        return closed;
    }

    private <T> CompletableFuture<T> submit(Optional<Tx> of, Supplier<Runnable> perform, CompletableFuture<T> result) {
        if (closing) {
            perform = () -> () -> result.completeExceptionally(new StorageException(Kind.CLOSED, "closed"));
        }
        if (!working && !answering && waiting.isEmpty() && transaction.equals(of) && faults.atOnce()) {
            perform.get().run();
            return result;
        }
        Supplier<Runnable> fixed = perform;
        waiting.add(new Operation(of, result == closed, () -> answer(fixed.get())));
        work();
        return result;
    }

    private void work() {
        if (!working) {
            working = true;
            process.start("sql-" + volume.id(), this::workThrough);
        }
    }

    private void workThrough() {
        for (Optional<Operation> next = next(); next.isPresent(); next = next()) {
            process.sleep(faults.nanos());
            next.get().perform.run();
        }
        working = false;
    }

    /** While a transaction is open, all that is not part of it waits. */
    private Optional<Operation> next() {
        for (Iterator<Operation> i = waiting.iterator(); i.hasNext();) {
            Operation next = i.next();
            if (next.closes) {
                transaction.ifPresent(this::cutOff); // its next operation did not come before the close
            }
            if (transaction.isEmpty() || next.of.equals(transaction)) {
                i.remove();
                return Optional.of(next);
            }
        }
        return Optional.empty();
    }

    private void answer(Runnable answer) {
        answers.add(answer);
        if (!answering) {
            answering = true;
            process.start("answer-" + volume.id(), () -> {
                for (Runnable next = answers.poll(); next != null; next = answers.poll()) {
                    process.sleep(faults.nanos());
                    next.run();
                }
                answering = false;
            });
        }
    }

    /** Another process has taken over, or this one was killed: what is open is lost. */
    void lose() {
        transaction.filter(open -> !open.broken).ifPresent(open -> {
            process.scheduler().say("store " + volume.id() + " loses an open transaction");
            open.broken = true;
            storage.lost(volume);
            volume.rollback();
        });
    }

    /** Before an operation of this handle: what another handle has open goes. */
    private void takeOver() {
        volume.writer().filter(other -> other != this).ifPresent(SimDatabase::lose);
        if (volume.deleted()) {
            throw new StorageException(Kind.NOT_FOUND, "deleted");
        }
    }

    private static StorageException refusal() {
        return new StorageException(Kind.IO, "simulated failure");
    }

    @Override
    public CompletionStage<Result> execute(Statement statement) {
        CompletableFuture<Result> result = new CompletableFuture<>();
        return submit(Optional.empty(), () -> run(result, statement, true), result);
    }

    private Runnable run(CompletableFuture<Result> result, Statement statement, boolean alone) {
        // what the platform does about savepoints fails with the whole store only
        Faults.Fate fate = statement.guarded() ? faults.ofOther(alone) : Faults.Fate.DONE;
        try {
            takeOver();
            if (fate == Faults.Fate.REFUSED) {
                throw refusal();
            }
            Result done = volume.execute(statement);
            if (alone) {
                volume.reread();
                committed();
            }
            if (fate == Faults.Fate.LOST_AFTER) {
                throw refusal();
            }
            return () -> result.complete(done);
        } catch (StorageException e) {
            return () -> result.completeExceptionally(e);
        }
    }

    @Override
    public CompletionStage<List<Result>> query(List<Statement> queries) {
        CompletableFuture<List<Result>> result = new CompletableFuture<>();
        return submit(Optional.empty(), () -> {
            try {
                takeOver();
                if (faults.ofOther(false) != Faults.Fate.DONE) {
                    throw refusal();
                }
                List<Result> results = queries.stream().map(volume::execute).toList();
                if (queries.stream().anyMatch(query -> query.sql().contains("FROM _rivet_actor_state"))) {
                    known = volume.commits(); // an instance is loaded
                }
                return () -> result.complete(results);
            } catch (StorageException e) {
                return () -> result.completeExceptionally(e);
            }
        }, result);
    }

    @Override
    public CompletionStage<Commit> batch(List<Statement> statements) {
        CompletableFuture<Commit> result = new CompletableFuture<>();
        return submit(Optional.empty(), () -> {
            Commit commit = commit(statements, true);
            return () -> result.complete(commit);
        }, result).exceptionally(closed -> new Commit.NotCommitted((StorageException) closed));
    }

    /** Commits what the statements do, and what the open transaction did before. */
    private Commit commit(List<Statement> statements, boolean begin) {
        Faults.Fate fate = faults.ofCommit();
        if (fate == Faults.Fate.LOST_BEFORE || fate == Faults.Fate.REFUSED) {
            if (!begin) {
                volume.rollback();
            }
            process.scheduler().say("store " + volume.id() + ": commit " + fate);
            storage.notCommitted(volume);
            return fate == Faults.Fate.REFUSED ? new Commit.NotCommitted(refusal()) : new Commit.Unknown(refusal());
        }
        List<Result> results = new ArrayList<>();
        try {
            if (begin) {
                takeOver();
                volume.begin(this);
            }
            statements.forEach(statement -> results.add(volume.execute(statement)));
            volume.commit();
        } catch (StorageException e) {
            volume.writer().filter(writer -> writer == this).ifPresent(writer -> volume.rollback());
            process.scheduler().say("store " + volume.id() + ": not committed, " + e.getMessage());
            storage.notCommitted(volume);
            return new Commit.NotCommitted(e);
        }
        process.scheduler().say("store " + volume.id() + ": committed" + (fate == Faults.Fate.DONE ? " " : ", and the answer is lost ") + volume.committed());
        committed();
        return fate == Faults.Fate.DONE ? new Commit.Committed(results) : new Commit.Unknown(refusal());
    }

    @Override
    public CompletionStage<Transaction> begin(Duration timeout) {
        CompletableFuture<Transaction> result = new CompletableFuture<>();
        return submit(Optional.empty(), () -> {
            try {
                takeOver();
                if (faults.ofOther(false) != Faults.Fate.DONE) {
                    throw refusal();
                }
                volume.begin(this);
                Tx opened = new Tx();
                transaction = Optional.of(opened);
                opened.timer = Optional.of(process.after(timeout, opened::timedOut));
                return () -> result.complete(opened);
            } catch (StorageException e) {
                return () -> result.completeExceptionally(e);
            }
        }, result);
    }

    @Override
    public CompletionStage<Void> close() {
        process.scheduler().say("store " + volume.id() + " is to be closed");
        submit(Optional.empty(), () -> {
            storage.closed(this);
            // what comes later finds it closed
            boolean clean = faults.ofOther(false) == Faults.Fate.DONE;
            return () -> {
                if (clean) {
                    closed.complete(null);
                } else {
                    closed.completeExceptionally(refusal());
                }
            };
        }, closed);
        closing = true;
        return closed;
    }

    private void cutOff(Tx open) {
        lose();
        ended(open);
    }

    private void ended(Tx over) {
        over.timer.ifPresent(Time.Timer::cancel);
        if (transaction.equals(Optional.of(over))) {
            transaction = Optional.empty();
            work();
        }
    }

    @Override
    public String toString() {
        return "database " + volume.id() + " of " + process;
    }

    /** An open transaction. */
    private final class Tx implements Transaction {

        private boolean broken;
        private boolean over;
        private Optional<Time.Timer> timer = Optional.empty();

        private void timedOut() {
            if (transaction.equals(Optional.of(this))) {
                cutOff(this);
            }
        }

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            CompletableFuture<Result> result = new CompletableFuture<>();
            return submit(Optional.of(this), () -> {
                if (broken || over) {
                    return () -> result.completeExceptionally(new StorageException(Kind.TIMEOUT, "the transaction is over"));
                }
                return run(result, statement, false);
            }, result);
        }

        @Override
        public CompletionStage<Commit> commit(List<Statement> last) {
            CompletableFuture<Commit> result = new CompletableFuture<>();
            return submit(transaction.equals(Optional.of(this)) ? transaction : Optional.empty(), () -> {
                if (over) {
                    process.scheduler().violated(new Violation("a transaction of " + volume.id() + " is ended twice"));
                }
                Commit commit = broken ? new Commit.NotCommitted(new StorageException(Kind.TIMEOUT, "the transaction is over")) : SimDatabase.this.commit(last, false);
                over = true;
                ended(this);
                return () -> result.complete(commit);
            }, result).exceptionally(closed -> new Commit.NotCommitted((StorageException) closed));
        }

        @Override
        public CompletionStage<Void> rollback() {
            CompletableFuture<Void> result = new CompletableFuture<>();
            return submit(transaction.equals(Optional.of(this)) ? transaction : Optional.empty(), () -> {
                if (!over && !broken) {
                    volume.rollback();
                }
                over = true;
                ended(this);
                return () -> result.complete(null);
            }, result).exceptionally(closed -> null);
        }
    }
}
