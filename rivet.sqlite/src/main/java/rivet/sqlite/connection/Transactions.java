package rivet.sqlite.connection;

import java.sql.SQLException;
import java.util.List;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Result;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Begins and ends the transactions of one connection. It is the only place that says COMMIT, where a transaction becomes durable: SQLite
 * writes the changed pages to the write-ahead log and, at level {@code power}, waits for the disk. A log shared by many databases would
 * come in here.
 */
final class Transactions {

    private static final String COMMIT = "COMMIT";
    private static final String ROLLBACK = "ROLLBACK";
    private static final String PROBE = "BEGIN";

    private final Session session;

    Transactions(Session session) {
        this.session = session;
    }

    /** Begins a transaction that holds the right to write from the start, so that it cannot fail for that later. */
    void begin() throws SQLException {
        session.control("BEGIN IMMEDIATE");
    }

    /** Begins a transaction that reads one snapshot. */
    void beginSnapshot() throws SQLException {
        session.control(PROBE);
    }

    /**
     * Commits. If COMMIT failed and the transaction is still open, nothing was written. If SQLite has ended it, a failure of the disk leaves
     * open whether the record of the commit got into the log, where the next opening of the file would find it.
     */
    Commit commit(List<Result> results) {
        try {
            session.control(COMMIT);
            return new Commit.Committed(results);
        } catch (SQLException e) {
            StorageException cause = Errors.of(e, COMMIT);
            return wasOpen(cause) || cause.kind() != Kind.IO ? new Commit.NotCommitted(cause) : new Commit.Unknown(cause);
        } catch (RuntimeException | Error e) {
            return new Commit.Unknown(Errors.unexpected(e, COMMIT));
        }
    }

    private boolean wasOpen(StorageException cause) {
        try {
            return rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
            return false;
        }
    }

    /**
     * Undoes a transaction.
     *
     * @return false if there was none any more
     */
    boolean rollback() throws SQLException {
        try {
            session.control(ROLLBACK);
            return true;
        } catch (SQLException e) {
            if (Errors.isRefusal(e)) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Returns whether a transaction is open. After some errors SQLite ends it by itself, and sqlite-jdbc does not pass on the flag that tells; but
     * while one is open a second BEGIN is refused.
     */
    boolean isOpen() throws SQLException {
        try {
            session.control(PROBE);
        } catch (SQLException e) {
            if (Errors.isRefusal(e)) {
                return true;
            }
            throw e;
        }
        session.control(ROLLBACK);
        return false;
    }
}
