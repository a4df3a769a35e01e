package rivet.protocol.sql;

/** What a statement does. */
public enum Verb {
    /** SELECT or VALUES: reads. */
    READ,
    /** EXPLAIN of anything but a PRAGMA: tells how a statement would run. */
    EXPLAIN,
    /** INSERT or REPLACE. */
    INSERT,
    /** UPDATE or DELETE. */
    CHANGE,
    /** CREATE, ALTER or DROP. */
    SCHEMA,
    /** PRAGMA, also an explained one: some act while they are compiled. */
    PRAGMA,
    /** ANALYZE or REINDEX: look at tables and indexes, and keep what they hold. */
    UPKEEP,
    /** VACUUM of the database itself. */
    VACUUM,
    /** VACUUM INTO another file. */
    COPY,
    /** ATTACH or DETACH. */
    ATTACH,
    /** BEGIN. */
    BEGIN,
    /** COMMIT or END. */
    COMMIT,
    /** ROLLBACK of everything. */
    ROLLBACK,
    /** SAVEPOINT. */
    SAVEPOINT,
    /** RELEASE of a savepoint. */
    RELEASE,
    /** ROLLBACK TO a savepoint. */
    ROLLBACK_TO,
    /** What SQLite would not know. */
    OTHER;

    /** Returns whether the counters of changes and row ids speak of this statement. */
    public boolean changesRows() {
        return this == INSERT || this == CHANGE;
    }

    /** Returns whether it begins or ends a transaction as a whole. */
    public boolean isTransaction() {
        return this == BEGIN || this == COMMIT || this == ROLLBACK;
    }

    /** Returns whether it is about a savepoint. */
    public boolean isSavepoint() {
        return this == SAVEPOINT || this == RELEASE || this == ROLLBACK_TO;
    }
}
