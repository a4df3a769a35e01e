package rivet.sqlite.connection;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/** A database file that is open for writing. Used by one thread at a time; only {@link #interrupts()} is for others. */
public final class Handle {

    private static final int STATEMENTS_KEPT_AT_REST = 8;

    private final Session session;
    private final Transactions transactions;
    private final Interrupts interrupts;
    private final boolean lasting;
    // why SQLite itself ended the open transaction; null while it has not
    private StorageException ended;
    // why nothing more may be done here; null while all is well
    private StorageException broken;
    private boolean suspect;
    private boolean damaged;

    Handle(Session session, Interrupts interrupts, boolean lasting) {
        this.session = session;
        this.transactions = new Transactions(session);
        this.interrupts = interrupts;
        this.lasting = lasting;
    }

    /** Returns the means to stop a statement. */
    public Interrupts interrupts() {
        return interrupts;
    }

    /** Runs one statement by itself. Fails with a {@link StorageException}. */
    public Result execute(Statement statement) {
        requireWhole();
        return run(statement, Admission.ALONE, this);
    }

    /** Runs queries on one snapshot. Fails with a {@link StorageException}. */
    public List<Result> query(List<Statement> queries) {
        requireWhole();
        if (queries.size() == 1) {
            return List.of(run(queries.getFirst(), Admission.QUERY, this));
        }
        begin(true);
        try {
            return runAll(queries, Admission.QUERY, this);
        } finally {
            rollback();
        }
    }

    /** Runs statements as one transaction. */
    public Commit batch(List<Statement> statements) {
        try {
            begin();
        } catch (StorageException e) {
            return new Commit.NotCommitted(e);
        }
        return commit(statements, this, () -> true);
    }

    /** Begins a transaction for writing. Fails with a {@link StorageException}. */
    public void begin() {
        requireWhole();
        begin(false);
    }

    /**
     * Runs a statement of the open transaction. Fails with a {@link StorageException}.
     *
     * @param operation what an interrupt must name to stop the statement
     */
    public Result inside(Statement statement, Object operation) {
        if (ended != null) {
            throw new StorageException(ended.kind(), "the transaction was ended by SQLite: " + ended.getMessage(), ended).endingTransaction();
        }
        try {
            return run(statement, Admission.INSIDE, operation);
        } catch (StorageException e) {
            noteWhetherEnded(e);
            throw ended == null ? e : e.endingTransaction();
        }
    }

    /**
     * Runs the last statements of the open transaction and commits; if one of them fails, undoes all.
     *
     * @param decide asked just before the commit, which then cannot be interrupted any more; false undoes all
     */
    public Commit commit(List<Statement> last, Object operation, BooleanSupplier decide) {
        StorageException failure;
        try {
            List<Result> results = new ArrayList<>(last.size());
            for (Statement statement : last) {
                results.add(inside(statement, operation));
            }
            failure = ended;
            if (failure == null && decide.getAsBoolean()) {
                return noteHow(transactions.commit(results));
            }
        } catch (StorageException e) {
            failure = e;
        } catch (RuntimeException | Error e) {
            failure = Errors.unexpected(e, "commit");
            suspect = true;
        }
        rollback();
        return new Commit.NotCommitted(failure != null ? failure : new StorageException(Kind.TIMEOUT, "the transaction ran out of time"));
    }

    /** Undoes the open transaction. If that fails the handle is of no more use, and closing it undoes the transaction. */
    public void rollback() {
        ended = null;
        try {
            transactions.rollback();
        } catch (SQLException e) {
            broken = Errors.of(e, "rollback");
        }
    }

    /**
     * Gets ready to be kept for the next user of the file, with as little memory as possible.
     *
     * @return false if that one would not find it like a new handle, so that it must be closed
     */
    public boolean rest() {
        return sound() && !session.hasTraces() && session.rest(STATEMENTS_KEPT_AT_REST);
    }

    /** Looks for damage. Fails with kind {@code CORRUPT} if there is any. */
    public void check(Integrity depth) {
        interrupts.enter(this);
        try {
            depth.require(session.run(Statement.of(depth.sql()), Admission.STORE));
        } finally {
            interrupts.leave();
        }
    }

    /** Returns whether it can be used again: no failure has left it, or what SQLite keeps of the file, in doubt. */
    public boolean sound() {
        return lasting && broken == null && !suspect;
    }

    /** Returns whether damage to the file was seen. */
    public boolean damaged() {
        return damaged;
    }

    /** Returns why nothing more may be done with the file before its owner has opened it again. */
    public Optional<StorageException> broken() {
        return Optional.ofNullable(broken);
    }

    /** Closes the file. Fails with a {@link StorageException}, and is closed nevertheless. */
    public void close() {
        session.close();
    }

    private void begin(boolean snapshot) {
        interrupts.enter(this);
        try {
            if (snapshot) {
                transactions.beginSnapshot();
            } else {
                transactions.begin();
            }
        } catch (SQLException e) {
            throw note(Errors.of(e, "BEGIN"));
        } finally {
            interrupts.leave();
        }
    }

    private List<Result> runAll(List<Statement> statements, Admission admission, Object operation) {
        List<Result> results = new ArrayList<>(statements.size());
        for (Statement statement : statements) {
            results.add(run(statement, admission, operation));
        }
        return results;
    }

    private Result run(Statement statement, Admission admission, Object operation) {
        interrupts.enter(operation, statement.guarded() ? statement : null);
        try {
            return session.run(statement, admission);
        } catch (StorageException e) {
            throw note(e);
        } finally {
            interrupts.leave();
        }
    }

    private StorageException note(StorageException failure) {
        damaged |= failure.kind() == Kind.CORRUPT;
        suspect |= damaged || failure.kind() == Kind.IO;
        return failure;
    }

    private Commit noteHow(Commit commit) {
        switch (commit) {
            case Commit.Unknown unknown -> broken = unknown.cause();
            case Commit.NotCommitted not -> note(not.cause());
            case Commit.Committed done -> { }
        }
        return commit;
    }

    private void noteWhetherEnded(StorageException failure) {
        try {
            if (!transactions.isOpen()) {
                ended = failure;
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
            ended = failure;
            suspect = true;
        }
    }

    private void requireWhole() {
        if (broken != null) {
            throw new StorageException(Kind.IO, "the database must be opened again after: " + broken.getMessage(), broken);
        }
    }
}
