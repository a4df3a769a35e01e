package rivet.sqlite.connection;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;

/** A database file that is open for looking. It sees what is committed, also while another connection writes, and does not hold that up. */
public final class Reader {

    private final Session session;
    private final Transactions transactions;
    private final Interrupts interrupts;

    Reader(Session session, Interrupts interrupts) {
        this.session = session;
        this.transactions = new Transactions(session);
        this.interrupts = interrupts;
    }

    /** Returns the means to stop a statement. */
    public Interrupts interrupts() {
        return interrupts;
    }

    /**
     * Runs queries on one snapshot. Fails with a {@link StorageException}.
     *
     * @param operation what an interrupt must name to stop them
     */
    public List<Result> query(List<Statement> queries, Object operation) {
        interrupts.enter(operation);
        try {
            transactions.beginSnapshot();
            List<Result> results = new ArrayList<>(queries.size());
            for (Statement query : queries) {
                results.add(session.run(query, Admission.LOOK));
            }
            transactions.rollback();
            return results;
        } catch (SQLException e) {
            throw Errors.of(e, "reading");
        } finally {
            interrupts.leave();
        }
    }

    /**
     * Copies the database, as it is now, into another file. Fails with a {@link StorageException}.
     *
     * @param operation what an interrupt must name to stop it before it has begun
     */
    public void copyTo(Path file, Object operation) {
        interrupts.enter(operation);
        try {
            transactions.beginSnapshot(); // what others write meanwhile does not make it begin anew
            session.copyTo(file);
            transactions.rollback();
        } catch (SQLException e) {
            throw Errors.of(e, "copying");
        } finally {
            interrupts.leave();
        }
    }

    /** Closes the file. Fails with a {@link StorageException}, and is closed nevertheless. */
    public void close() {
        session.close();
    }
}
