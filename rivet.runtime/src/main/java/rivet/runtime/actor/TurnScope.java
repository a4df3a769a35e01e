package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.runtime.sql.Part;
import rivet.runtime.sql.Turn;
import rivet.runtime.store.Commits;
import rivet.runtime.store.Output;
import rivet.runtime.turn.Parking;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Transaction;

/**
 * What the current turn of an instance has gathered so far: outputs, rows, and its transaction if it wrote with SQL of its own. Used by the thread that
 * holds the turn.
 */
final class TurnScope {

    private final Commits commits;
    private ActorTask task;
    private List<Output> outputs = new ArrayList<>();
    private final List<Output> saved = new ArrayList<>();
    private final List<Statement> rows = new ArrayList<>();
    private Optional<Transaction> transaction = Optional.empty();
    /** Why what the turn changed before was undone in the middle of it. */
    private Optional<RivetException> loss = Optional.empty();

    TurnScope(Commits commits) {
        this.commits = commits;
    }

    void begin(ActorTask next) {
        task = next;
        loss = Optional.empty();
    }

    /** What the turn changed before was undone, and its code cannot know: what it changes from now on must not be kept without that. */
    void lose(RivetException cause) {
        loss = Optional.of(cause);
    }

    /** Checks that nothing of the turn was lost. */
    void requireWhole() {
        if (loss.isPresent()) {
            throw loss.get();
        }
    }

    ActorTask task() {
        return task;
    }

    void output(Output output) {
        outputs.add(output);
    }

    /** Lets something go when this turn is durable, whatever the durability of other outputs. */
    void saved(Output output) {
        saved.add(output);
    }

    /** Returns a stage that completes when this turn is durable. */
    CompletionStage<Void> saved() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        saved(new Saved(done));
        return done;
    }

    /** Leaves when the turn is durable, and tells who waits for that. */
    private record Saved(CompletableFuture<Void> done) implements Output {

        @Override
        public void release() {
            done.complete(null);
        }

        @Override
        public void fail(RivetException error) {
            done.completeExceptionally(error);
        }
    }

    void row(Statement row) {
        rows.add(row);
    }

    /** Returns the transaction of this turn, opening it if there is none. */
    Transaction open() {
        if (transaction.isEmpty()) {
            CompletionStage<Transaction> begin = commits.begin();
            Parking.untilDone(begin);
            try {
                transaction = Optional.of(begin.toCompletableFuture().join());
            } catch (RuntimeException e) {
                commits.notBegun();
                throw e;
            }
        }
        return transaction.get();
    }

    Optional<Transaction> transaction() {
        return transaction;
    }

    /** Returns how much was gathered so far. */
    Turn.Mark mark() {
        return new Turn.Mark(outputs.size(), rows.size());
    }

    /** Takes away what was gathered since. */
    Part cut(Turn.Mark since) {
        List<Output> laterOutputs = outputs.subList(Math.min(since.outputs(), outputs.size()), outputs.size());
        List<Statement> laterRows = rows.subList(Math.min(since.rows(), rows.size()), rows.size());
        Part part = new Part(List.copyOf(laterOutputs), List.copyOf(laterRows));
        laterOutputs.clear();
        laterRows.clear();
        return part;
    }

    void add(Part part) {
        outputs.addAll(part.outputs());
        rows.addAll(part.rows());
    }

    /** Returns whether the turn wrote anything beside the state. */
    boolean hasChanges() {
        return transaction.isPresent() || !rows.isEmpty();
    }

    /** Hands the turn's changes over; returns the turn number that its outputs wait for. */
    long settle(Optional<byte[]> state) {
        long number = commits.ended(transaction, state, List.copyOf(rows));
        transaction = Optional.empty();
        rows.clear();
        return number;
    }

    /** Forgets what the turn would have written. */
    void undo() {
        transaction.ifPresent(commits::abandoned);
        transaction = Optional.empty();
        rows.clear();
    }

    List<Output> takeSaved() {
        if (saved.isEmpty()) {
            return List.of();
        }
        List<Output> taken = List.copyOf(saved);
        saved.clear();
        return taken;
    }

    List<Output> takeOutputs() {
        if (outputs.isEmpty()) {
            return List.of();
        }
        List<Output> taken = outputs;
        outputs = new ArrayList<>();
        return taken;
    }
}
