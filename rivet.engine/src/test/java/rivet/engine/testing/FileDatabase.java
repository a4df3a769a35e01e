package rivet.engine.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;

/** An open file; fails the test that calls it from two threads at a time. */
final class FileDatabase implements Database {

    private final Connection connection;
    private final ExecutorService thread;
    private final Runnable closed;
    private final AtomicInteger callers = new AtomicInteger();
    private volatile boolean failCommits;
    private volatile boolean useless;

    FileDatabase(Connection connection, ExecutorService thread, Runnable closed) {
        this.connection = connection;
        this.thread = thread;
        this.closed = closed;
    }

    void failCommits(boolean fail) {
        failCommits = fail;
    }

    /** Makes the next commit end in the unknown, and everything after it fail. */
    void wearOut() {
        useless = true;
    }

    @Override
    public CompletionStage<Result> execute(Statement statement) {
        return later(() -> run(connection, statement));
    }

    @Override
    public CompletionStage<List<Result>> query(List<Statement> queries) {
        return later(() -> runAll(connection, queries));
    }

    @Override
    public CompletionStage<Commit> batch(List<Statement> statements) {
        return later(() -> {
            if (failCommits) {
                return new Commit.NotCommitted(new StorageException(Kind.FULL, "told to fail"));
            }
            if (useless) {
                return new Commit.Unknown(new StorageException(Kind.IO, "told to be of no more use"));
            }
            try {
                run(connection, Statement.of("BEGIN IMMEDIATE"));
                List<Result> results = runAll(connection, statements);
                run(connection, Statement.of("COMMIT"));
                return new Commit.Committed(results);
            } catch (StorageException e) {
                run(connection, Statement.of("ROLLBACK"));
                return new Commit.NotCommitted(e);
            }
        });
    }

    @Override
    public CompletionStage<Transaction> begin(Duration timeout) {
        throw new UnsupportedOperationException("the engine needs none");
    }

    @Override
    public CompletionStage<Void> close() {
        return later(() -> {
            closed.run();
            try {
                connection.close();
            } catch (SQLException e) {
                throw failure(e);
            }
            return null;
        });
    }

    private <T> CompletionStage<T> later(Supplier<T> work) {
        if (callers.incrementAndGet() != 1) {
            throw new AssertionError("two callers at a time");
        }
        try {
            CompletableFuture<T> done = new CompletableFuture<>();
            thread.execute(() -> {
                try {
                    done.complete(work.get());
                } catch (RuntimeException e) {
                    done.completeExceptionally(e);
                }
            });
            return done;
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(new StorageException(Kind.CLOSED, "closed"));
        } finally {
            callers.decrementAndGet();
        }
    }

    static List<Result> runAll(Connection connection, List<Statement> statements) {
        List<Result> results = new ArrayList<>();
        for (Statement statement : statements) {
            results.add(run(connection, statement));
        }
        return results;
    }

    static Result run(Connection connection, Statement statement) {
        try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
            for (int i = 0; i < statement.params().size(); i++) {
                prepared.setObject(i + 1, statement.params().get(i));
            }
            if (prepared.execute()) {
                return rows(prepared.getResultSet());
            }
            return new Result(List.of(), List.of(), prepared.getUpdateCount(), 0);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private static Result rows(ResultSet set) throws SQLException {
        int width = set.getMetaData().getColumnCount();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= width; i++) {
            columns.add(set.getMetaData().getColumnName(i));
        }
        List<Object[]> rows = new ArrayList<>();
        while (set.next()) {
            Object[] row = new Object[width];
            for (int i = 0; i < width; i++) {
                Object value = set.getObject(i + 1);
                row[i] = value instanceof Integer number ? Long.valueOf(number) : value;
            }
            rows.add(row);
        }
        return new Result(columns, rows, 0, 0);
    }

    private static StorageException failure(SQLException e) {
        String text = String.valueOf(e.getMessage());
        Kind kind = text.contains("CONSTRAINT") ? Kind.CONSTRAINT : text.contains("SQLITE_ERROR") ? Kind.STATEMENT : Kind.IO;
        return new StorageException(kind, text, e);
    }
}
