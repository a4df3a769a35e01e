package rivet.sqlite.connection;

import java.util.List;
import java.util.regex.Pattern;

import rivet.spi.storage.Result;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * How closely a file is looked at for damage: ordinary tables only, because modules such as FTS report what an author's statements did to the tables
 * below them as damage too.
 */
public enum Integrity {
    /** The description of its tables can be read. */
    SCHEMA("SELECT 'ok' FROM sqlite_schema"),
    /** Every page of a table and of its indexes is where it should be. */
    PAGES("SELECT found.* FROM pragma_table_list t, pragma_quick_check(t.name) found WHERE t.schema = 'main' AND t.type IN ('table', 'shadow')"),
    /** Indexes agree with their tables as well. */
    CONTENT("SELECT found.* FROM pragma_table_list t, pragma_integrity_check(t.name) found WHERE t.schema = 'main' AND t.type IN ('table', 'shadow')");

    // rows that a constraint would not let in: an author can switch constraints off
    private static final Pattern NO_DAMAGE = Pattern.compile("ok|CHECK constraint failed in .*|\\S+ value in .*");

    private final String sql;

    Integrity(String sql) {
        this.sql = sql;
    }

    String sql() {
        return sql;
    }

    /** Fails with kind {@code CORRUPT} if the answer to {@link #sql} speaks of damage. */
    void require(Result answer) {
        List<String> damage = answer.rows().stream().map(row -> String.valueOf(row[0])).filter(line -> !NO_DAMAGE.matcher(line).matches()).toList();
        if (!damage.isEmpty()) {
            throw new StorageException(Kind.CORRUPT, damage.size() + " faults, the first: " + damage.getFirst().strip());
        }
    }
}
