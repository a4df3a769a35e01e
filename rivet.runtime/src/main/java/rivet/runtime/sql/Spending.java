package rivet.runtime.sql;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Budget;
import rivet.spi.storage.Statement;

/**
 * What a state transaction has used of its budget (R-tx-11): statements that went well, and the bytes of their parameters, or of their text where they have none. Used by the thread
 * that holds the turn.
 */
final class Spending {

    private Budget spent = Budget.NONE;

    void add(Statement statement) {
        long bytes = 0;
        for (Object param : statement.params()) {
            bytes += Budget.payload(param);
        }
        add(1, statement.params().isEmpty() ? Budget.payload(statement.sql()) : bytes);
    }

    void add(Spending inner) {
        add(inner.spent.statements(), inner.spent.bytes());
    }

    private void add(int statements, long bytes) {
        spent = new Budget(spent.statements() + statements, spent.bytes() + bytes);
    }

    /**
     * Checks that everything fits with what the platform adds at the end (R-tx-12, R-tx-26).
     *
     * @throws RivetException {@code sqlite.transaction_too_large}
     */
    void requireRoom(Budget platform) {
        Budget all = new Budget(spent.statements() + platform.statements(), spent.bytes() + platform.bytes());
        if (!all.fits(Budget.LIMIT)) {
            throw ErrorCode.SQLITE_TRANSACTION_TOO_LARGE.error("statements", all.statements(), "bytes", all.bytes(), "max_statements", Budget.LIMIT.statements(), "max_bytes",
                Budget.LIMIT.bytes());
        }
    }
}
