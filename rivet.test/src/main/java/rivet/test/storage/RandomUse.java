package rivet.test.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static rivet.test.storage.Results.await;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Storage;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.spi.storage.Transaction;

/**
 * Uses a database by lot, whatever goes wrong, and then compares what the store said with what is there: what it called committed is there, whole and in
 * order; what it called not committed is not; of the rest either is right, but never a part. The seed tells everything.
 */
public final class RandomUse {

    /** How many there were of each answer. */
    public record Answers(long yes, long no, long unknown) {}

    private enum Answer { YES, NO, UNKNOWN }

    private static final Template TABLE = new Template("use", List.of(Statement.of("CREATE TABLE used (n, part)")));
    private static final Statement FOUND = Statement.of(
        "SELECT n, group_concat(part, '') FROM (SELECT rowid AS place, n, part FROM used ORDER BY rowid) GROUP BY n ORDER BY min(place)");
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Storage storage;
    private final DatabaseId id;
    private final Random random;
    private final Runnable trouble;
    private final Map<Long, CompletionStage<Answer>> answers = new LinkedHashMap<>();
    private Database database;
    private long next;

    /**
     * Makes one.
     *
     * @param trouble is made now and then, while something is under way
     */
    public RandomUse(Storage storage, DatabaseId id, long seed, Runnable trouble) {
        this.storage = storage;
        this.id = id;
        this.random = new Random(seed);
        this.trouble = trouble;
    }

    /** Does so many things. */
    public void run(int steps) {
        reopen();
        for (int i = 0; i < steps; i++) {
            switch (random.nextInt(10)) {
                case 0 -> reopen();
                case 1 -> trouble.run();
                case 2, 3 -> transaction();
                case 4, 5 -> execute();
                case 6 -> answers.values().forEach(Results::await);
                default -> batch();
            }
        }
    }

    /** Compares; nothing may go wrong any more. */
    public Answers verify() {
        answers.values().forEach(Results::await);
        reopen();
        List<Object[]> rows = await(database.query(List.of(FOUND))).getFirst().rows();
        List<Object> order = rows.stream().map(row -> row[0]).toList();
        assertThat(order).as("in the order of the calls").isEqualTo(order.stream().sorted().toList());
        assertThat(rows).allSatisfy(row -> assertThat(row[1]).as("whole").isEqualTo("ab"));
        answers.forEach((n, answer) -> {
            switch (await(answer)) {
                case YES -> assertThat(order).as("said to be committed").contains(n);
                case NO -> assertThat(order).as("said to be not committed").doesNotContain(n);
                case UNKNOWN -> { }
            }
        });
        await(database.close());
        return new Answers(count(Answer.YES), count(Answer.NO), count(Answer.UNKNOWN));
    }

    private long count(Answer answer) {
        return answers.values().stream().filter(one -> await(one) == answer).count();
    }

    private void reopen() {
        if (database != null) {
            await(database.close());
        }
        database = null;
        while (database == null) {
            try {
                database = await(storage.open(id, TABLE));
            } catch (StorageException e) {
                assertThat(e.kind()).isNotEqualTo(Kind.CORRUPT);
            }
        }
    }

    private void batch() {
        long n = next++;
        answers.put(n, database.batch(List.of(part(n, "a"), part(n, "b"))).thenApply(RandomUse::of));
    }

    private void execute() {
        long n = next++;
        answers.put(n, database.execute(Statement.of("INSERT INTO used VALUES (?, 'a'), (?, 'b')", n, n)).handle((done, failure) -> {
            if (failure == null) {
                return Answer.YES;
            }
            Throwable cause = failure.getCause() == null || failure instanceof StorageException ? failure : failure.getCause();
            return ((StorageException) cause).kind() == Kind.IO ? Answer.UNKNOWN : Answer.NO;
        }));
    }

    private void transaction() {
        long n = next++;
        Transaction transaction;
        try {
            transaction = await(database.begin(LONG));
        } catch (StorageException e) {
            answers.put(n, done(Answer.NO));
            return;
        }
        CompletionStage<Result> first = transaction.execute(part(n, "a"));
        batch(); // waits for the end of the transaction, whose number is lower
        if (random.nextInt(4) == 0) {
            trouble.run();
        }
        if (random.nextInt(4) == 0 || failed(first)) {
            await(transaction.rollback());
            answers.put(n, done(Answer.NO));
        } else {
            answers.put(n, transaction.commit(List.of(part(n, "b"))).thenApply(RandomUse::of));
        }
    }

    private static boolean failed(CompletionStage<?> stage) {
        try {
            await(stage);
            return false;
        } catch (StorageException e) {
            return true;
        }
    }

    private static CompletionStage<Answer> done(Answer answer) {
        return CompletableFuture.completedStage(answer);
    }

    private static Statement part(long n, String part) {
        return Statement.of("INSERT INTO used VALUES (?, ?)", n, part);
    }

    private static Answer of(Commit commit) {
        return switch (commit) {
            case Commit.Committed done -> Answer.YES;
            case Commit.NotCommitted not -> Answer.NO;
            case Commit.Unknown unknown -> Answer.UNKNOWN;
        };
    }
}
