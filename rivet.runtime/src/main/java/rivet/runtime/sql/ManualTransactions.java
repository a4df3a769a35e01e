package rivet.runtime.sql;

import java.time.Duration;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.runtime.sql.Frame.Kind;

/** Transactions that authors begin and end by statements (R-sql-42). Used by the thread that holds the turn. */
final class ManualTransactions {

    private static final Logger log = LoggerFactory.getLogger(ManualTransactions.class);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Turn turn;
    private final Transactions transactions;
    private final LongTransactions longs;
    private final boolean warn;
    private boolean warned;

    /**
     * Makes them.
     *
     * @param warn whether the first one is worth a warning
     */
    ManualTransactions(Turn turn, Transactions transactions, LongTransactions longs, boolean warn) {
        this.turn = turn;
        this.transactions = transactions;
        this.longs = longs;
        this.warn = warn;
    }

    void begin() {
        if (transactions.isInside()) {
            throw turn.named(SqlErrors.refused("cannot start a transaction within a transaction"));
        }
        if (warn && !warned) {
            warned = true;
            log.warn("actor {}: Manual cross-call SQLite transactions can interleave with other actions of the actor: while one is open, their SQL fails. "
                + "Use sql().transaction or transaction instead. Set warnOnManualTransactions: false to suppress this warning.", turn.actor());
        }
        longs.beginManual(LIMIT);
    }

    void commit() {
        longs.commit(open("commit"));
    }

    void rollback() {
        LongTransaction open = open("rollback");
        longs.undo(open, SqlErrors.rolledBack());
    }

    private LongTransaction open(String what) {
        if (transactions.isInsideCode()) {
            throw turn.named(ErrorCode.SQLITE_TRANSACTION_INVALID_ARGUMENT.error("message",
                "a transaction that code began is not ended by a statement: return from it to commit, throw to roll back"));
        }
        Optional<LongTransaction> open = longs.of(turn.task()).filter(mine -> mine.kind() == Kind.MANUAL);
        return open.orElseThrow(() -> turn.named(SqlErrors.refused("cannot " + what + " - no transaction is active")));
    }
}
