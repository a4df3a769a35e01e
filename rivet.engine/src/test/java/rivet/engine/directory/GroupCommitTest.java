package rivet.engine.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;

class GroupCommitTest {

    /** A database whose commits the test ends. */
    private static final class Gates implements Database {
        final List<List<String>> batches = new ArrayList<>();
        final List<CompletableFuture<Commit>> ends = new ArrayList<>();

        @Override
        public CompletionStage<Commit> batch(List<Statement> statements) {
            batches.add(statements.stream().map(Statement::sql).toList());
            ends.add(new CompletableFuture<>());
            return ends.getLast();
        }

        void commit(int batch) {
            ends.get(batch).complete(new Commit.Committed(batches.get(batch).stream()
                .map(sql -> new Result(List.of(), List.<Object[]>of(new Object[] {sql}), 1, 0)).toList()));
        }

        void refuse(int batch, Kind kind) {
            ends.get(batch).complete(new Commit.NotCommitted(new StorageException(kind, "refused")));
        }

        @Override
        public CompletionStage<Result> execute(Statement statement) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<List<Result>> query(List<Statement> queries) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<Transaction> begin(Duration timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletionStage<Void> close() {
            throw new UnsupportedOperationException();
        }
    }

    private final Gates database = new Gates();
    private final GroupCommit writer = new GroupCommit(database, new OneCaller(), Runnable::run);

    private CompletableFuture<List<Result>> change(String... sql) {
        CompletableFuture<List<Result>> done = writer.add(List.of(sql).stream().map(Statement::of).toList());
        writer.flush();
        return done;
    }

    @Test
    void whatComesDuringACommitGoesIntoTheNextTogether() {
        var first = change("a");
        var second = change("b1", "b2");
        var third = change("c");
        assertThat(database.batches).containsExactly(List.of("a"));
        database.commit(0);
        assertThat(first).isCompleted();
        assertThat(database.batches).containsExactly(List.of("a"), List.of("b1", "b2", "c"));
        assertThat(second).isNotDone();
        database.commit(1);
        assertThat(second.join()).extracting(result -> result.rows().getFirst()[0]).containsExactly("b1", "b2");
        assertThat(third.join()).extracting(result -> result.rows().getFirst()[0]).containsExactly("c");
        assertThat(database.batches).hasSize(2);
    }

    @Test
    void theNextTransactionIsOnItsWayBeforeAnybodyHearsOfTheLast() {
        List<Integer> batchesSeen = new ArrayList<>();
        change("a").thenRun(() -> batchesSeen.add(database.batches.size()));
        change("b");
        database.commit(0);
        assertThat(batchesSeen).containsExactly(2);
    }

    @Test
    void aWrongChangeDoesNotHurtItsNeighbours() {
        var blocker = change("blocker");
        var good = change("good");
        var bad = change("bad");
        var other = change("other");
        database.commit(0);
        assertThat(blocker).isCompleted();
        database.refuse(1, Kind.CONSTRAINT);
        var late = change("late");
        database.commit(2);
        database.refuse(3, Kind.CONSTRAINT);
        database.commit(4);
        database.commit(5);
        assertThat(database.batches.subList(1, 6)).containsExactly(List.of("good", "bad", "other"), List.of("good"), List.of("bad"),
            List.of("other"), List.of("late"));
        assertThat(good).isCompleted();
        assertThat(bad).isCompletedExceptionally();
        assertThat(other).isCompleted();
        assertThat(late).isCompleted();
    }

    @Test
    void aFullDiskFailsTheGroupAndNotTheNext() {
        var first = change("a");
        database.refuse(0, Kind.FULL);
        assertThatThrownBy(first::join).hasCauseInstanceOf(StorageException.class);
        var second = change("b");
        database.commit(1);
        assertThat(second).isCompleted();
    }

    @Test
    void anUnknownEndIsAFailure() {
        var first = change("a");
        database.ends.getFirst().complete(new Commit.Unknown(new StorageException(Kind.IO, "reply lost")));
        assertThat(first).isCompletedExceptionally();
    }

    @Test
    void aBoundedNumberWaits() {
        change("first");
        for (int i = 0; i < GroupCommit.CAPACITY; i++) {
            assertThat(writer.add(List.of(Statement.of("x")))).isNotDone();
        }
        assertThatThrownBy(() -> writer.add(List.of(Statement.of("x"))).join())
            .cause().isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OVERLOADED));
        database.commit(0);
        assertThat(database.batches.get(1)).hasSize(GroupCommit.GROUP);
    }

    @Test
    void closesWhenAllIsThrough() {
        change("a");
        change("b");
        var closed = writer.close();
        database.commit(0);
        assertThat(closed).isNotDone();
        database.commit(1);
        assertThat(closed).isCompleted();
        assertThat(writer.add(List.of(Statement.of("c")))).isCompletedExceptionally();
        assertThat(new GroupCommit(database, new OneCaller(), Runnable::run).close()).isCompleted();
    }
}
