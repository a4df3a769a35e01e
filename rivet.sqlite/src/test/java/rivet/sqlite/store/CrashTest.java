package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static rivet.sqlite.store.Await.await;
import static rivet.sqlite.store.Await.committed;
import static rivet.sqlite.store.Await.failure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.spi.storage.Commit;
import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.spi.storage.Transaction;

/** What processes find of each other, dead or alive, and what one says whose disk fails. */
class CrashTest {

    private static final Template LOG = new Template("log", List.of(Statement.of("CREATE TABLE log (n INTEGER PRIMARY KEY, data BLOB)")));
    private static final DatabaseId ACTOR = new DatabaseId.Actor("actor1");
    private static final Statement COUNT = Statement.of("SELECT count(*), max(n) FROM log");

    @TempDir
    Path folder;

    private static Statement entry(long n, int bytes) {
        return Statement.of("INSERT INTO log VALUES (?, zeroblob(?))", n, bytes);
    }

    /** Commits and says so, again and again, has more under way, and ends without any farewell. */
    static final class Dying {
        public static void main(String[] args) {
            Store store = RunningStore.start(Path.of(args[0]), s -> s.synced(Boolean.parseBoolean(args[1]))).store();
            Database database = await(store.open(ACTOR, LOG));
            for (long n = 1; n <= 300; n++) {
                committed(database.batch(List.of(entry(n, 100))));
                System.out.println("committed " + n);
            }
            Transaction open = await(database.begin(Duration.ofMinutes(1)));
            await(open.execute(entry(1000, 100_000)));
            System.out.flush();
            Runtime.getRuntime().halt(7);
        }
    }

    /** Commits until the log may not grow any more, and says what it was told. */
    static final class Failing {
        public static void main(String[] args) {
            try (RunningStore running = RunningStore.start(Path.of(args[0]), s -> s.checkpointPages(100_000))) {
                Database database = await(running.store().open(ACTOR, LOG));
                long n = 0;
                Commit last;
                do {
                    last = await(database.batch(List.of(entry(++n, 100))));
                } while (last instanceof Commit.Committed);
                System.out.println("last " + n + (last instanceof Commit.Unknown unknown ? " Unknown " + unknown.cause().kind() : " " + last));
                failure(Kind.IO, database.execute(COUNT));
                await(database.close());
                database = await(running.store().open(ACTOR, LOG));
                System.out.println("reopened " + await(database.execute(COUNT)).rows().getFirst()[0]);
                committed(database.batch(List.of(entry(100_000, 100))));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasCommittedSurvivesTheProcess(boolean synced) throws Exception {
        OtherProcess.Outcome outcome = OtherProcess.run(folder, List.of(), Dying.class, folder.toString(), String.valueOf(synced));
        assertThat(outcome.exit()).as(outcome.output()).isEqualTo(7);
        assertThat(outcome.output()).contains("committed 300");
        try (RunningStore running = RunningStore.start(folder, s -> s.synced(synced))) {
            Database database = await(running.store().open(ACTOR, LOG));
            assertThat(await(database.execute(COUNT)).rows().getFirst()).containsExactly(300L, 300L);
            assertThat(await(database.execute(Statement.of("PRAGMA integrity_check"))).rows().getFirst()).containsExactly("ok");
        }
    }

    @Test
    void aCommitThatTheDiskFailedIsUnknown() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/bin/bash"))).isTrue();
        // bash counts in KiB; SQLite's library must still fit
        OtherProcess.Outcome outcome = OtherProcess.run(folder, List.of("/bin/bash", "-c", "ulimit -f 4096; exec \"$0\" \"$@\""), Failing.class, folder.toString());
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains(" Unknown IO");
        long last = number(outcome.output(), "last ");
        assertThat(number(outcome.output(), "reopened ")).isBetween(last - 1, last);
    }

    /** Tries to use a folder. */
    static final class Intruding {
        public static void main(String[] args) {
            try (RunningStore running = RunningStore.start(Path.of(args[0]), s -> s)) {
                System.out.println("started " + running);
            } catch (StorageException e) {
                System.out.println(e.kind() + " " + e.getMessage());
            }
        }
    }

    @Test
    void anotherProcessCannotUseTheFolder() throws Exception {
        try (RunningStore running = RunningStore.start(folder, s -> s)) {
            OtherProcess.Outcome outcome = OtherProcess.run(folder, List.of(), Intruding.class, folder.toString());
            assertThat(outcome.output()).contains("BUSY").contains(folder.toString()).contains("another process (test " + ProcessHandle.current().pid() + ")");
            committed(await(running.store().open(ACTOR, LOG)).batch(List.of(entry(1, 1))));
        }
        assertThat(OtherProcess.run(folder, List.of(), Intruding.class, folder.toString()).output()).contains("started");
    }

    private static long number(String output, String after) {
        String rest = output.substring(output.indexOf(after) + after.length());
        return Long.parseLong(rest.substring(0, rest.indexOf(rest.chars().filter(c -> c < '0' || c > '9').findFirst().orElseThrow())));
    }
}
