package rivet.actor;

import java.time.Duration;

/**
 * How a transaction is to be.
 *
 * @param timeout how long it may take; then it is rolled back and ends with {@code sqlite.transaction_expired}
 * @param allowAwait whether there may be await points in it. Without, it is part of its turn and costs next to nothing. With it, its beginning is an await point, it
 *        waits for others of its kind, oldest first (if one of them runs out of time, who waits behind it fails with {@code sqlite.transaction_expired}, too), and as
 *        long as it is open the SQL of everybody else fails with {@code sqlite.writer_busy}, and what others changed becomes durable only after it
 */
public record TransactionOptions(Duration timeout, boolean allowAwait) {

    /** 60 seconds, without await points (R-tx-3). */
    public static final TransactionOptions DEFAULT = new TransactionOptions(Duration.ofSeconds(60), false);

    public TransactionOptions {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("the time for a transaction must be positive: " + timeout);
        }
    }

    /** Returns the same with another time. */
    public TransactionOptions withTimeout(Duration limit) {
        return new TransactionOptions(limit, allowAwait);
    }

    /** Returns the same with await points allowed. */
    public TransactionOptions allowingAwait() {
        return new TransactionOptions(timeout, true);
    }
}
