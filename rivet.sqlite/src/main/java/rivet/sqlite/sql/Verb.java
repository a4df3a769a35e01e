package rivet.sqlite.sql;

/** What a statement does, as far as the provider treats it differently. */
public enum Verb {
    /** SELECT, VALUES, EXPLAIN: reads, whatever its text. */
    READ,
    /** INSERT or REPLACE. */
    INSERT,
    /** UPDATE or DELETE. */
    CHANGE,
    /** PRAGMA. */
    PRAGMA,
    /** VACUUM of the database itself. */
    VACUUM,
    /** BEGIN, COMMIT, END, or ROLLBACK of everything: the provider's own business. */
    TRANSACTION,
    /** SAVEPOINT, RELEASE, ROLLBACK TO. */
    SAVEPOINT,
    /** Anything else, such as CREATE. */
    OTHER;

    /** Returns whether the counters of changes and row ids speak of this statement. */
    public boolean changesRows() {
        return this == INSERT || this == CHANGE;
    }
}
