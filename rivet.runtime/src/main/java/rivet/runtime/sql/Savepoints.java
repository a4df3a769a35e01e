package rivet.runtime.sql;

import java.util.ArrayList;
import java.util.List;

import rivet.protocol.sql.SqlText;

/**
 * The savepoints that an author has set in one transaction, or in one part of it: those outside are out of reach, so that no part can undo what it does not own. Used by the
 * thread that holds the turn.
 */
final class Savepoints {

    private final List<String> names = new ArrayList<>();

    /** Checks that the statement is about a savepoint that is within reach. */
    void require(SqlText sql) {
        switch (sql.verb()) {
            case RELEASE, ROLLBACK_TO -> {
                if (newest(sql.subject()) < 0) {
                    throw SqlErrors.refused("no such savepoint: " + sql.subject());
                }
            }
            default -> { }
        }
    }

    /** The statement has been run. */
    void done(SqlText sql) {
        switch (sql.verb()) {
            case SAVEPOINT -> names.add(sql.subject());
            case RELEASE -> names.subList(newest(sql.subject()), names.size()).clear();
            case ROLLBACK_TO -> names.subList(newest(sql.subject()) + 1, names.size()).clear();
            default -> { }
        }
    }

    void clear() {
        names.clear();
    }

    private int newest(String name) {
        for (int i = names.size() - 1; i >= 0; i--) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }
}
