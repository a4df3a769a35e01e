package rivet.runtime.inspect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.TableInfo;
import rivet.inspect.TableRows;
import rivet.runtime.actor.Failures;
import rivet.runtime.store.ActorStore;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;

/**
 * An actor's database as it is on disk. Each look is a short one by itself: it holds up no turn, and no checkpoint for longer than its limit. Of the
 * tables only those of the author are
 * seen (R-insp-14).
 */
public final class DatabaseView {

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Statement NAMES = Statement.of("""
        SELECT name, type = 'view' FROM sqlite_schema WHERE type IN ('table', 'view')
            AND name NOT LIKE 'sqlite|_%' ESCAPE '|' AND name NOT LIKE '|_|_drizzle|_%' ESCAPE '|' AND name NOT LIKE '%|_rivet|_%' ESCAPE '|'
        ORDER BY name""");
    private static final String COLUMNS = "SELECT cid, name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?)";
    private static final String FOREIGN_KEYS = "SELECT * FROM pragma_foreign_key_list(?)";

    private final ActorStore store;
    private final String actorId;

    /** Makes a view of the database of an actor. */
    public DatabaseView(ActorStore store, String actorId) {
        this.store = store;
        this.actorId = actorId;
    }

    /** Returns tables and views, by name. */
    public CompletionStage<List<TableInfo>> tables() {
        return read(List.of(NAMES)).thenCompose(names -> {
            CompletionStage<List<TableInfo>> tables = CompletableFuture.completedStage(new ArrayList<>());
            for (Object[] row : names.getFirst().rows()) {
                tables = tables.thenCompose(before -> table((String) row[0], row[1].equals(1L)).thenApply(table -> {
                    before.add(table);
                    return before;
                }));
            }
            return tables;
        });
    }

    /** A view may be of tables that are gone: it is shown, without what cannot be known of it. */
    private CompletionStage<TableInfo> table(String name, boolean view) {
        List<Statement> queries = List.of(Statement.of(COLUMNS, name), Statement.of(FOREIGN_KEYS, name),
            Statement.guarded("SELECT count(*) FROM " + quoted(name), List.of()));
        return store.read(actorId, queries, LIMIT).handle((results, failure) -> {
            if (failure == null) {
                return new TableInfo(name, view, rows(results.get(0)), rows(results.get(1)), OptionalLong.of((Long) results.get(2).rows().getFirst()[0]));
            }
            if (isOfStatement(failure)) {
                return new TableInfo(name, view, TableRows.NONE, TableRows.NONE, OptionalLong.empty());
            }
            throw named(failure);
        });
    }

    /** Returns rows of a table or view. */
    public CompletionStage<TableRows> rows(String table, int limit, long offset) {
        return read(List.of(Statement.guarded("SELECT * FROM " + quoted(table) + " LIMIT ? OFFSET ?", List.of((long) limit, offset))))
            .thenApply(results -> rows(results.getFirst()));
    }

    /** Runs one statement that only reads. An actor that was never started has no database, and gives no rows. */
    public CompletionStage<TableRows> query(String sql, List<Object> parameters, Duration limit) {
        List<Object> widened = parameters.stream().map(DatabaseView::widened).toList();
        return store.read(actorId, List.of(Statement.guarded(sql, widened)), limit).handle((results, failure) -> {
            if (failure == null) {
                return rows(results.getFirst());
            }
            if (Failures.unwrap(failure) instanceof StorageException e && e.kind() == StorageException.Kind.NOT_FOUND) {
                return TableRows.NONE;
            }
            throw named(failure);
        });
    }

    private static Object widened(Object value) {
        return switch (value) {
            case Integer n -> n.longValue();
            case Float n -> n.doubleValue();
            case Boolean b -> b ? 1L : 0L;
            case null -> null;
            default -> value;
        };
    }

    /** Returns what a statement gave, as those see it who look. */
    public static TableRows rows(Result result) {
        return new TableRows(result.columns(), result.rows());
    }

    private CompletionStage<List<Result>> read(List<Statement> queries) {
        return store.read(actorId, queries, LIMIT).exceptionally(failure -> {
            throw named(failure);
        });
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static boolean isOfStatement(Throwable failure) {
        return Failures.unwrap(failure) instanceof StorageException e && switch (e.kind()) {
            case STATEMENT, REFUSED, TOO_LARGE, TIMEOUT -> true;
            default -> false;
        };
    }

    private static RivetException named(Throwable failure) {
        return isOfStatement(failure) ? ErrorCode.INSPECTOR_SQL_FAILED.error("message", String.valueOf(Failures.unwrap(failure).getMessage())) : Failures.of(failure);
    }
}
