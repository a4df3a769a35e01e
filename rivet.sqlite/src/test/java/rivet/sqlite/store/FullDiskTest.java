package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static rivet.sqlite.store.Await.await;
import static rivet.sqlite.store.Await.committed;
import static rivet.sqlite.store.Await.failure;
import static rivet.sqlite.store.Await.notCommitted;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;

/**
 * Disks that are full or cannot be written: changes are refused, reading goes on, and once the disk is well again so is everything, without a new start.
 * On Linux, where a process may have small file systems of its own.
 */
class FullDiskTest {

    private static final Template LOG = new Template("log",
        List.of(Statement.of("CREATE TABLE log (n INTEGER PRIMARY KEY, data BLOB)"), Statement.of("INSERT INTO log VALUES (1, NULL)")));
    private static final Template BIG = new Template("big", Stream.concat(LOG.statements().stream(),
        Stream.of(Statement.of("CREATE TABLE big (data)"), Statement.of("INSERT INTO big VALUES (zeroblob(300000))"))).toList());
    private static final Statement COUNT = Statement.of("SELECT count(*) FROM log");
    private static final Statement ENTRY = Statement.of("INSERT INTO log (data) VALUES (randomblob(10000))");

    @TempDir
    Path folder;

    private static DatabaseId actor(int i) {
        return new DatabaseId.Actor("a" + i);
    }

    private static long count(Database database) {
        return (Long) await(database.execute(COUNT)).rows().getFirst()[0];
    }

    private static void refused(Kind kind, Database database) {
        notCommitted(kind, database.batch(List.of(ENTRY)));
        failure(kind, database.execute(ENTRY));
        assertThat(count(database)).as("read all the same").isEqualTo(2);
    }

    @BeforeAll
    static void mayMount() throws Exception {
        assumeThat(Path.of("/proc/self/ns/user")).exists();
        int exit = new ProcessBuilder("sh", "-c", "unshare -rm mount -t tmpfs tmpfs /tmp").start().waitFor();
        assumeThat(exit).as("unshare and mount work here").isZero();
    }

    private void run(Class<?> main, String mount) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        OtherProcess.Outcome outcome = OtherProcess.run(folder, List.of("unshare", "-rm", "sh", "-c", mount + " && exec \"$@\"", disk.toString()), main,
            disk.toString());
        assertThat(outcome.exit()).as(outcome.output()).isZero();
        assertThat(outcome.output()).endsWith("done\n");
    }

    /** Fills a disk and makes room again. */
    static final class Filling {
        public static void main(String[] args) throws Exception {
            Path disk = Path.of(args[0]);
            Path ballast = disk.resolve("ballast");
            try (RunningStore running = RunningStore.start(disk, s -> s.handles(1, 1))) {
                Store store = running.store();
                List<Database> open = List.of(await(store.open(actor(0), LOG)), await(store.open(actor(1), LOG)));
                open.forEach(database -> committed(database.batch(List.of(ENTRY))));
                await(store.open(actor(2), LOG).thenCompose(Database::close));
                for (int round = 0; round < 3; round++) {
                    fill(ballast);
                    // of the only handle the one is lent and the other has to be opened on the full disk
                    open.forEach(database -> refused(Kind.FULL, database));
                    fill(ballast);
                    Database third = await(store.open(actor(2), LOG));
                    assertThat(count(third)).isEqualTo(1);
                    await(third.close());
                    fill(ballast);
                    // big enough not to fit where a closed handle leaves room
                    failure(Kind.FULL, store.open(actor(3), BIG));
                    assertThat(await(store.exists(actor(3)))).isFalse();
                }
                Files.delete(ballast);
                open.forEach(database -> committed(database.batch(List.of(ENTRY))));
                assertThat(open).allSatisfy(database -> assertThat(count(database)).isEqualTo(3));
                assertThat(count(await(store.open(actor(3), BIG)))).isEqualTo(1);
            }
            System.out.println("done");
        }

        private static void fill(Path ballast) throws IOException {
            byte[] page = new byte[4096];
            try (OutputStream out = Files.newOutputStream(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                for (int i = 0; i < 100_000; i++) {
                    out.write(page);
                }
                throw new AssertionError("the disk is too big");
            } catch (IOException full) {
                assertThat(full).hasMessageContaining("No space left");
            }
        }
    }

    @Test
    void aFullDiskRefusesChangesAndServesReads() throws Exception {
        run(Filling.class, "mount -t tmpfs -o size=2m tmpfs $0");
    }

    /** Makes the files of actors read-only and writable again. */
    static final class Locking {
        public static void main(String[] args) throws Exception {
            Path actors = Path.of(args[0]).resolve("actors");
            try (RunningStore running = RunningStore.start(Path.of(args[0]), s -> s.handles(1, 1))) {
                Store store = running.store();
                Database one = await(store.open(actor(0), LOG));
                committed(one.batch(List.of(ENTRY)));
                Database two = await(store.open(actor(1), LOG)); // the file of the first is closed
                committed(two.batch(List.of(ENTRY)));
                mount("mount --bind " + actors + " " + actors + " && mount -o remount,ro,bind " + actors);
                refused(Kind.READ_ONLY, one);
                refused(Kind.READ_ONLY, two);
                assertThat(await(store.read(actor(0), List.of(COUNT), Duration.ofSeconds(20))).getFirst().rows().getFirst()).containsExactly(2L);
                failure(Kind.READ_ONLY, store.open(actor(3), LOG));
                mount("umount " + actors);
                committed(one.batch(List.of(ENTRY)));
                committed(two.batch(List.of(ENTRY)));
                assertThat(count(one)).isEqualTo(3);
            }
            System.out.println("done");
        }

        private static void mount(String command) throws Exception {
            Process process = new ProcessBuilder("sh", "-c", command).inheritIO().start();
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(command).isZero();
        }
    }

    @Test
    void aDiskThatCannotBeWrittenRefusesChangesAndServesReads() throws Exception {
        run(Locking.class, "true");
    }
}
