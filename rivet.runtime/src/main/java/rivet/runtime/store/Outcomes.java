package rivet.runtime.store;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Tells how the commits of an incarnation ended, in the order in which they were handed over, whatever the order in which their answers come or get lost.
 * <p>
 * Each commit builds on the one before, so one that happened tells the same of all before it. Invariant, under {@code this}: {@code unsettled} holds the commits that were
 * not told of yet, oldest first; one thread at a time is {@code telling}, and it gives that up in the same step in which it finds that the oldest has no outcome yet.
 */
final class Outcomes {

    /** Hears how a commit ended. */
    interface Listener {

        /**
         * Called for each commit, one at a time, without locks.
         *
         * @param last the last turn of the commit
         * @param failure empty if it happened
         */
        void settled(long last, Optional<CommitFailure> failure);
    }

    /** A commit. */
    static final class Entry {

        private final long last;
        private boolean known;
        private Optional<CommitFailure> failure = Optional.empty();

        private Entry(long last) {
            this.last = last;
        }

        private void know(Optional<CommitFailure> outcome) {
            if (!known) {
                known = true;
                failure = outcome;
            }
        }
    }

    private final Database database;
    private final Fence fence;
    private final Listener listener;

    private final ArrayDeque<Entry> unsettled = new ArrayDeque<>();
    private boolean telling;

    Outcomes(Database database, Fence fence, Listener listener) {
        this.database = database;
        this.fence = fence;
        this.listener = listener;
    }

    /** A commit has been handed to the database, behind those before. */
    synchronized Entry add(long last) {
        Entry entry = new Entry(last);
        unsettled.add(entry);
        return entry;
    }

    /** The database has answered. */
    void ended(Entry commit, Commit result, Throwable error) {
        switch (result) {
            case Commit.Committed c -> settle(commit, Optional.empty());
            case Commit.NotCommitted(StorageException cause) -> settle(commit, Optional.of(new CommitFailure(false, cause)));
            case Commit.Unknown(StorageException cause) -> findOut(commit, cause);
            case null -> findOut(commit, new StorageException(Kind.IO, "the store broke its contract", error));
        }
    }

    private void findOut(Entry commit, StorageException cause) {
        verdict(commit.last).thenAccept(verdict -> settle(commit, switch (verdict) {
            case REACHED -> Optional.empty();
            case NOT_REACHED -> Optional.of(new CommitFailure(false, cause));
            case UNKNOWN -> Optional.of(new CommitFailure(true, cause));
        }));
    }

    /** The fence tells whether a commit happened whose answer was lost; if it can't be read either, or others have written since, nobody knows. Never fails. */
    CompletionStage<Fence.Verdict> verdict(long last) {
        return database.query(List.of(Fence.read())).handle((read, error) -> error == null ? fence.verdict(read.getFirst(), last) : Fence.Verdict.UNKNOWN);
    }

    private void settle(Entry commit, Optional<CommitFailure> outcome) {
        synchronized (this) {
            if (commit.known) {
                return; // a later one has told
            }
            commit.know(outcome);
            if (outcome.isEmpty()) {
                unsettled.stream().takeWhile(earlier -> earlier != commit).forEach(earlier -> earlier.know(outcome));
            }
            if (telling) {
                return;
            }
            telling = true;
        }
        for (Entry next = next(); next != null; next = next()) {
            listener.settled(next.last, next.failure);
        }
    }

    private synchronized Entry next() {
        Entry next = unsettled.peek();
        telling = next != null && next.known;
        return telling ? unsettled.poll() : null;
    }
}
