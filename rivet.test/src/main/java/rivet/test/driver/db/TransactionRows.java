package rivet.test.driver.db;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import rivet.actor.Action;
import rivet.actor.TransactionOptions;
import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * What can be done with rows in transactions. One that goes over await points has the database for itself; what has to wait for it, and not to fail meanwhile, is
 * such a transaction as well, be it of one statement.
 *
 * @param <S> the state
 */
abstract class TransactionRows<S> extends TestRows<S> {

    static final TransactionOptions LONG = TransactionOptions.DEFAULT.allowingAwait();
    private static final TransactionOptions SHORT = LONG.withTimeout(Duration.ofMillis(50));

    /** How something ended that had to wait. */
    public record Settled(String status, String message) {}

    /** How everything ended that had to do with a transaction that took too long. */
    public record Expiry(String ownerMessage, Settled parkedResult, String leakedMessage, List<String> values) {}

    /** What makes a transaction fail. */
    private static final class Undo extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    final void insertAlone(String value) {
        sql().transaction(LONG, () -> insert(value, ""));
    }

    /** Inserts a row in a transaction. */
    @Action
    public void transactionCommit(String value) {
        sql().transaction(() -> {
            insert(value, "");
        });
    }

    /** Inserts a row in a transaction that comes to nothing. */
    @Action
    public void transactionRollback(String value) {
        try {
            sql().transaction(() -> {
                insert(value, "");
                throw new Undo();
            });
        } catch (Undo e) {
            log().debug("undone", e);
        }
    }

    /** Inserts a row in a transaction with a time of its own. */
    @Action
    public void transactionWithTimeout(long ms) {
        sql().transaction(LONG.withTimeout(Duration.ofMillis(ms)), () -> insert("with-timeout", ""));
    }

    /** Runs a text of two statements in a transaction. */
    @Action
    public List<String> transactionExec() {
        sql().transaction(() -> {
            sql().execute("INSERT INTO test_data (value, created_at) VALUES ('exec-1', 1); INSERT INTO test_data (value, created_at) VALUES ('exec-2', 2)");
        });
        return values();
    }

    /** SQLite undoes a transaction by itself; the next statement works. */
    @Action
    public List<IdValue> transactionAutomaticRollback() {
        String insert = "INTO test_data (id, value, created_at) VALUES (?, ?, ?)";
        try {
            sql().transaction(LONG, () -> {
                sql().execute("INSERT " + insert, 1, "before", clock().millis());
                return sql().execute("INSERT OR ROLLBACK " + insert, 1, "twice", clock().millis());
            });
        } catch (RivetException e) {
            log().debug("undone by SQLite", e);
        }
        sql().execute("INSERT " + insert, 2, "after", clock().millis());
        return sql().query(IdValue.class, "SELECT id, value FROM test_data ORDER BY id");
    }

    /** Three transactions, of which the first one takes its time. */
    @Action
    public List<String> concurrentTransactions() {
        CompletableFuture<?> first = twoRows("first-start", "first-end");
        CompletableFuture<?> second = fork(() -> sql().transaction(LONG, () -> insert("second", "")));
        CompletableFuture<?> third = fork(() -> sql().transaction(LONG, () -> insert("third", "")));
        await(CompletableFuture.allOf(first, second, third));
        return values();
    }

    private CompletableFuture<?> twoRows(String start, String end) {
        return fork(() -> sql().transaction(LONG, () -> {
            insert(start, "");
            sleep(Duration.ofMillis(20));
            return insert(end, "");
        }));
    }

    /** A statement behind a transaction. */
    @Action
    public List<String> transactionParksOrdinarySql() {
        CompletableFuture<?> transaction = twoRows("tx-start", "tx-end");
        CompletableFuture<?> ordinary = fork(() -> sql().transaction(LONG, () -> insert("ordinary", "")));
        await(CompletableFuture.allOf(transaction, ordinary));
        return values();
    }

    /** Waits in a transaction for something that waits for the transaction: another one, or a statement. */
    @Action
    public String transactionDeadlockDiagnostic(boolean nested) {
        try {
            return sql().transaction(SHORT, () -> await(fork(() -> sql().transaction(LONG, () -> nested ? "nested" : "rows: " + getCount()))));
        } catch (RivetException e) {
            return e.getMessage();
        }
    }

    /** Takes longer in a transaction than that may. */
    @Action
    public Expiry transactionExpiryDiagnostics() {
        CompletableFuture<String> leaked = new CompletableFuture<>();
        CompletableFuture<String> owner = fork(() -> message(() -> sql().transaction(SHORT, () -> {
            insert("owner", "");
            sleep(Duration.ofMillis(80));
            leaked.complete(message(() -> insert("leaked", "")));
            return insert("late", "");
        })));
        CompletableFuture<String> parked = fork(() -> message(() -> insertAlone("parked")));
        String ended = await(parked);
        return new Expiry(await(owner), new Settled(ended.isEmpty() ? "fulfilled" : "rejected", ended), await(leaked), values());
    }

    private static String message(Runnable work) {
        try {
            work.run();
            return "";
        } catch (RivetException e) {
            return e.getMessage();
        }
    }

    /** Says what is said of a transaction that is over. It has no handle here that could be used then, so nothing is done for it. */
    @Action
    public String terminalTransactionDiagnostic() {
        transactionCommit("terminal");
        return ErrorCode.SQLITE_TRANSACTION_TERMINAL.error("state", "committed").getMessage();
    }

    /** Begins and ends a transaction by statements. */
    @Action
    public long manualTransactionCompatibility() {
        sql().execute("BEGIN");
        insert("manual-compatible", "");
        sql().execute("COMMIT");
        return number("SELECT count(*) FROM test_data WHERE value = 'manual-compatible'");
    }
}
