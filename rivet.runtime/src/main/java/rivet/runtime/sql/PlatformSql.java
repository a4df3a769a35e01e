package rivet.runtime.sql;

import java.util.List;

import rivet.actor.TransactionOptions;
import rivet.error.RivetException;
import rivet.protocol.sql.SqlText;
import rivet.runtime.sql.Frame.Kind;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** Runs statements about the platform's own tables where the author's would run: in the transaction of the code, of its turn, or by themselves. */
public final class PlatformSql {

    private final Turn turn;
    private final Current current;
    private final Transactions transactions;

    PlatformSql(Turn turn, Current current, Transactions transactions) {
        this.turn = turn;
        this.current = current;
        this.transactions = transactions;
    }

    /**
     * Checks that the calling thread may use the database.
     *
     * @throws RivetException {@code actor.wrong_thread} or {@code actor.aborted}
     */
    public void check(String operation) {
        turn.check(operation);
    }

    /**
     * Runs a statement.
     *
     * @throws RivetException {@code sqlite.writer_busy} while somebody else's transaction goes over an await point, {@code sqlite.execution_failed}
     */
    public Result run(SqlText sql, List<Object> params) {
        return current.run(sql, Statement.of(sql.text(), params.toArray()));
    }

    /** Runs what is all or nothing by itself. */
    public void atomically(Runnable statements) {
        transactions.<Void, RuntimeException> run(Kind.SQL, TransactionOptions.DEFAULT, () -> {
            statements.run();
            return null;
        });
    }

    /** Returns the error with the actor's name in it. */
    public RivetException named(RivetException error) {
        return turn.named(error);
    }
}
