package rivet.runtime.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import rivet.actor.Row;
import rivet.actor.Sql;
import rivet.actor.TransactionOptions;
import rivet.actor.Work;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.sql.SqlText;
import rivet.protocol.sql.Verb;
import rivet.runtime.sql.Frame.Kind;
import rivet.runtime.store.Commits;
import rivet.runtime.store.LooseWrites;
import rivet.runtime.time.Time;
import rivet.runtime.value.ValueMapper;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** An actor's SQL: each statement in the transaction that it belongs to. */
public final class ActorSql implements Sql {

    private final Turn turn;
    private final Limits limits;
    private final Scripts scripts;
    private final TypedRows typed;
    private final Current current;
    private final Transactions transactions;
    private final ManualTransactions manual;
    private final LongTransactions longs;
    private final PlatformSql platform;

    /**
     * Makes it.
     *
     * @param warn whether the first transaction that statements begin is worth a warning
     */
    public ActorSql(Turn turn, Database database, Commits commits, Time time, ValueMapper mapper, Limits limits, boolean warn) {
        this.turn = turn;
        this.limits = limits;
        scripts = new Scripts(limits);
        typed = new TypedRows(mapper);
        Statements statements = new Statements(turn, database, new LooseWrites(database, commits), time);
        longs = new LongTransactions(turn, commits, statements, time);
        current = new Current(turn, statements, longs, time);
        transactions = new Transactions(turn, current, longs, time);
        manual = new ManualTransactions(turn, transactions, longs, warn);
        platform = new PlatformSql(turn, current, transactions);
    }

    /** Returns the transactions that this SQL runs in. */
    public Transactions transactions() {
        return transactions;
    }

    /** Returns what runs statements about the platform's own tables where those of the author would run. */
    public PlatformSql platform() {
        return platform;
    }

    @Override
    public Changes execute(String sql, Object... params) {
        long rows = 0;
        long id = 0;
        for (Result result : run("sql.execute", sql, params)) {
            rows += result.changes();
            id = result.lastInsertId() == 0 ? id : result.lastInsertId();
        }
        return new Changes(rows, id);
    }

    @Override
    public List<Row> query(String sql, Object... params) {
        return ResultRow.all(rows(sql, params));
    }

    @Override
    public <T> List<T> query(Class<T> type, String sql, Object... params) {
        return named(() -> typed.map(rows(sql, params), type, Integer.MAX_VALUE));
    }

    @Override
    public <T> Optional<T> first(Class<T> type, String sql, Object... params) {
        List<T> rows = named(() -> typed.map(rows(sql, params), type, 1));
        return rows.isEmpty() ? Optional.empty() : Optional.ofNullable(rows.getFirst());
    }

    /** The rows of the last that has columns (R-sql-2). */
    private Result rows(String sql, Object[] params) {
        return last(run("sql.query", sql, params));
    }

    private static Result last(List<Result> results) {
        Result last = Result.NONE;
        for (Result result : results) {
            last = result.columns().isEmpty() ? last : result;
        }
        return last;
    }

    /** Runs statements; returns the rows of the last that has columns, and what all of them changed. */
    public Result last(String sql, List<Object> params) {
        List<Result> results = run("sql", sql, params.toArray());
        Result rows = last(results);
        long id = results.stream().mapToLong(Result::lastInsertId).filter(n -> n != 0).reduce(0, (before, after) -> after);
        return new Result(rows.columns(), rows.rows(), results.stream().mapToLong(Result::changes).sum(), id);
    }

    @Override
    public List<Changes> batch(List<Command> batch) {
        turn.check("sql.batch");
        return transactions.<List<Changes>, RuntimeException> run(Kind.SQL, TransactionOptions.DEFAULT, () -> {
            List<Changes> all = new ArrayList<>(batch.size());
            for (Command one : batch) {
                all.add(execute(one.sql(), one.params().toArray()));
            }
            return all;
        });
    }

    @Override
    public <T, X extends Exception> T transaction(TransactionOptions options, Work<T, X> work) throws X {
        turn.check("sql.transaction");
        return transactions.run(Kind.SQL, options, work);
    }

    private List<Result> run(String operation, String sql, Object[] params) {
        turn.check(operation);
        return named(() -> {
            List<SqlText> script = scripts.read(sql);
            if (script.size() == 1) {
                return List.of(run(script.getFirst(), params));
            }
            if (params.length > 0) {
                throw ErrorCode.SQLITE_INVALID_BIND_PARAMETER.error("name", "?1", "reason", "a text of several statements takes none");
            }
            boolean parts = script.stream().anyMatch(one -> one.verb().isTransaction() || one.verb().isSavepoint() || one.verb() == Verb.VACUUM);
            return parts ? runAll(script) : transactions.<List<Result>, RuntimeException> run(Kind.SQL, TransactionOptions.DEFAULT, () -> runAll(script));
        });
    }

    private List<Result> runAll(List<SqlText> script) {
        List<Result> results = new ArrayList<>(script.size());
        for (SqlText one : script) {
            results.add(run(one, new Object[0]));
        }
        return results;
    }

    private Result run(SqlText sql, Object[] params) {
        List<Object> values = Binding.of(sql, params);
        limits.requireParams(values);
        Statement statement = Statement.guarded(sql.text(), values);
        switch (sql.verb()) {
            case BEGIN -> manual.begin();
            case COMMIT -> manual.commit();
            case ROLLBACK -> manual.rollback();
            case SAVEPOINT, RELEASE, ROLLBACK_TO -> {
                return transactions.runSavepoint(sql, statement);
            }
            case VACUUM -> {
                return vacuum(statement);
            }
            default -> {
                return current.run(sql, statement);
            }
        }
        return Result.NONE;
    }

    /** SQLite can do it outside a transaction only. */
    private Result vacuum(Statement statement) {
        if (transactions.isInside()) {
            throw SqlErrors.refused("cannot VACUUM from within a transaction");
        }
        longs.requireFree();
        turn.commitSoFar(false);
        return current.runAlone(statement);
    }

    /** Errors name the actor (R-sql-6). */
    private <T> T named(Work<T, RuntimeException> work) {
        try {
            return work.run();
        } catch (RivetException e) {
            throw turn.named(e);
        }
    }
}
