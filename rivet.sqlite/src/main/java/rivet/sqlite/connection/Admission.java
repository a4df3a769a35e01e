package rivet.sqlite.connection;

import rivet.protocol.sql.SqlText;
import rivet.protocol.sql.Verb;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/** Which statements may run where. Transactions are begun and ended by the store alone, or it could not say how they ended. */
enum Admission {
    /** A statement of the store itself. */
    STORE {
        @Override
        boolean allows(SqlText sql) {
            return true;
        }
    },
    /** A statement by itself. */
    ALONE {
        @Override
        boolean allows(SqlText sql) {
            return !sql.verb().isTransaction() && !sql.verb().isSavepoint();
        }
    },
    /** A statement of a transaction. */
    INSIDE {
        @Override
        boolean allows(SqlText sql) {
            return !sql.verb().isTransaction() && sql.verb() != Verb.VACUUM;
        }
    },
    /** A query by the owner of the database. */
    QUERY {
        @Override
        boolean allows(SqlText sql) {
            return sql.verb() == Verb.READ || sql.verb() == Verb.EXPLAIN || sql.verb() == Verb.PRAGMA;
        }
    },
    /** A query by somebody who looks. */
    LOOK {
        @Override
        boolean allows(SqlText sql) {
            return sql.verb() == Verb.READ || sql.verb() == Verb.EXPLAIN || sql.informative();
        }
    };

    abstract boolean allows(SqlText sql);

    /** Fails with kind {@code STATEMENT} if the statement may not run here. */
    final void require(SqlText sql) {
        if (!allows(sql)) {
            String why = switch (this) {
                case ALONE -> "transactions and savepoints are begun by the store, not by a statement";
                case INSIDE -> "not possible in a transaction";
                default -> "not a query";
            };
            throw new StorageException(Kind.STATEMENT, why + ": " + SqlText.abridged(sql.text()));
        }
    }
}
