package rivet.runtime.rollout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.Template;

/**
 * The database of roll-outs. What is to be written is queued by the row that it changes, and the latest change of a row wins: so the queue is no longer than there are
 * rows. One write is under way at a time; one that failed is repeated with the next change.
 * <p>
 * Invariant, under {@code this}: a change is in {@code queued}, or in the write that is under way, or done.
 */
final class RolloutDatabase {

    private static final DatabaseId ID = new DatabaseId.Platform("rollouts");
    private static final int MOST_AT_ONCE = 200;
    private static final Template TEMPLATE = new Template("rollouts1", List.of(
        Statement.of("CREATE TABLE history (type TEXT, seq INTEGER, at INTEGER, kind TEXT, bundle TEXT, version TEXT, location TEXT, content TEXT, who TEXT, reason TEXT, "
            + "pace TEXT, moved INTEGER, failed INTEGER, PRIMARY KEY (type, seq)) WITHOUT ROWID"),
        Statement.of("CREATE TABLE pauses (type TEXT, bundle TEXT, version TEXT, content TEXT, reason TEXT, PRIMARY KEY (type, bundle, version)) WITHOUT ROWID")));

    private static final Logger log = LoggerFactory.getLogger(RolloutDatabase.class);

    private final Optional<Storage> storage;
    private final Map<String, Statement> queued = new LinkedHashMap<>();
    private Optional<Database> database = Optional.empty();
    private boolean writing;
    private boolean failing;
    private boolean closed;
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    RolloutDatabase(Storage storage) {
        this.storage = Optional.of(storage);
    }

    private RolloutDatabase() {
        storage = Optional.empty();
        closed = true;
    }

    /** Returns one that takes nothing and has nothing. */
    static RolloutDatabase none() {
        return new RolloutDatabase();
    }

    /** Returns all rows of history, oldest first, and all pauses. */
    CompletionStage<List<Result>> load() {
        return opened().thenCompose(open -> open.query(List.of(Statement.of("SELECT type, seq, at, kind, bundle, version, location, content, who, reason, pace, moved, "
            + "failed FROM history ORDER BY type, seq"), Statement.of("SELECT type, bundle, version, content, reason FROM pauses"))));
    }

    private CompletionStage<Database> opened() {
        synchronized (this) {
            if (database.isPresent()) {
                return CompletableFuture.completedStage(database.get());
            }
        }
        return storage.orElseThrow().open(ID, TEMPLATE).thenApply(open -> {
            synchronized (this) {
                database = Optional.of(open);
            }
            return open;
        });
    }

    /**
     * Queues a change.
     *
     * @param row what is changed: an earlier change of it that is not written yet need not be
     */
    void put(String row, Statement change) {
        synchronized (this) {
            if (closed) {
                return;
            }
            queued.put(row, change);
        }
        write();
    }

    /** Writes what is queued, and closes the database. Never fails. */
    CompletionStage<Void> close() {
        synchronized (this) {
            closed = true;
        }
        write();
        return end;
    }

    private void write() {
        Map<String, Statement> batch = new LinkedHashMap<>();
        synchronized (this) {
            if (writing) {
                return;
            }
            queued.entrySet().stream().limit(MOST_AT_ONCE).forEach(change -> batch.put(change.getKey(), change.getValue()));
            queued.keySet().removeAll(batch.keySet());
            writing = !batch.isEmpty();
        }
        if (batch.isEmpty()) {
            endIfClosed();
            return;
        }
        opened().thenCompose(open -> open.batch(new ArrayList<>(batch.values()))).whenComplete((commit, error) -> written(batch, failure(commit, error)));
    }

    private static Optional<Throwable> failure(Commit commit, Throwable error) {
        if (error != null) {
            return Optional.of(error);
        }
        return switch (commit) {
            case Commit.Committed done -> Optional.empty();
            case Commit.NotCommitted(var cause) -> Optional.of(cause);
            case Commit.Unknown(var cause) -> Optional.of(cause);
        };
    }

    private void written(Map<String, Statement> batch, Optional<Throwable> failure) {
        boolean done = failure.isEmpty();
        boolean again;
        Optional<Database> broken = Optional.empty();
        synchronized (this) {
            writing = false;
            again = done && (!queued.isEmpty() || closed);
            if (!done) {
                batch.forEach(queued::putIfAbsent); // each sets a row to what it is: to be done twice is no harm
                broken = database;
                database = Optional.empty();
                if (!failing) {
                    log.warn("the history of roll-outs cannot be written at the moment", failure.get());
                }
            }
            failing = !done;
        }
        broken.ifPresent(Database::close);
        if (again) {
            write();
        } else {
            endIfClosed();
        }
    }

    private void endIfClosed() {
        Optional<Database> last;
        synchronized (this) {
            if (!closed || writing) {
                return;
            }
            last = database;
            database = Optional.empty();
        }
        last.map(Database::close).orElseGet(() -> CompletableFuture.completedStage(null)).whenComplete((done, error) -> end.complete(null));
    }
}
