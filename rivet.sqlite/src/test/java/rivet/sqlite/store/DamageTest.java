package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;
import static rivet.sqlite.store.Await.await;
import static rivet.sqlite.store.Await.committed;
import static rivet.sqlite.store.Await.failure;
import static rivet.sqlite.store.Await.notCommitted;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;
import rivet.sqlite.file.Folders;

/** Databases that are damaged are set aside, never replaced by empty ones, and do not concern others. */
class DamageTest {

    private static final Template NOTES = new Template("notes",
        List.of(Statement.of("CREATE TABLE note (id INTEGER PRIMARY KEY, text CHECK (length(text) < 5000))"), Statement.of("CREATE INDEX by_text ON note (text)")));
    private static final DatabaseId ACTOR = new DatabaseId.Actor("a1");
    private static final DatabaseId OTHER = new DatabaseId.Actor("a2");
    private static final Statement INSERT = Statement.of("INSERT INTO note (text) VALUES (hex(randomblob(1000)))");
    private static final Statement COUNT = Statement.of("SELECT count(*) FROM note NOT INDEXED");
    private static final int PAGE = 4096;

    @TempDir
    Path folder;

    private Path file() {
        return new Folders(folder).file(ACTOR);
    }

    private Path kept(int n) {
        return folder.resolve("quarantine/actors-a1.db-" + n);
    }

    private RunningStore start() {
        return RunningStore.start(folder, s -> s.handles(1, 2));
    }

    private static long count(Database database) {
        return (Long) await(database.execute(COUNT)).rows().getFirst()[0];
    }

    private void made() {
        try (RunningStore running = start()) {
            Database database = await(running.store().open(ACTOR, NOTES));
            for (int i = 0; i < 20; i++) {
                committed(database.batch(List.of(INSERT)));
            }
        }
    }

    /** Leaves what a killed process would leave: the database with a log. */
    private void leftByACrash() throws Exception {
        Path image = folder.resolve("image");
        Files.createDirectories(image);
        Path log = file().resolveSibling("a1.db-wal");
        try (RunningStore running = start()) {
            Database database = await(running.store().open(ACTOR, NOTES));
            committed(database.batch(List.of(INSERT)));
            Files.copy(file(), image.resolve("db"));
            Files.copy(log, image.resolve("wal"));
        }
        Files.move(image.resolve("db"), file(), StandardCopyOption.REPLACE_EXISTING);
        Files.move(image.resolve("wal"), log);
    }

    /** Spoils pages, which are counted from 1. */
    private void spoil(int... pages) throws IOException {
        byte[] garbage = new byte[PAGE];
        Arrays.fill(garbage, (byte) 0xEE);
        try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE)) {
            for (int page : pages) {
                channel.write(ByteBuffer.wrap(garbage), (page - 1L) * PAGE);
            }
        }
    }

    private int[] allButTheFirst() throws IOException {
        return IntStream.rangeClosed(2, (int) (Files.size(file()) / PAGE)).toArray();
    }

    @Test
    void aFileThatIsNoDatabaseIsSetAsideAndNotReplaced() throws Exception {
        made();
        spoil(1);
        byte[] damaged = Files.readAllBytes(file());
        for (int start = 0; start < 2; start++) {
            try (RunningStore running = start()) {
                Store store = running.store();
                assertThat(failure(Kind.CORRUPT, store.open(ACTOR, NOTES))).hasMessageContaining(kept(1).toString());
                assertThat(failure(Kind.CORRUPT, store.open(ACTOR, NOTES))).hasMessageContaining(kept(1).toString());
                failure(Kind.CORRUPT, store.read(ACTOR, List.of(COUNT), Duration.ofSeconds(20)));
                assertThat(await(store.exists(ACTOR))).isTrue();
                Database other = await(store.open(OTHER, NOTES));
                committed(other.batch(List.of(INSERT)));
            }
            assertThat(file()).doesNotExist();
            assertThat(kept(1).resolve("a1.db")).hasBinaryContent(damaged);
        }
    }

    @Test
    void anEmptyFileIsNotTakenForANewDatabase() throws Exception {
        made();
        Files.write(file(), new byte[0]);
        try (RunningStore running = start()) {
            failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES));
            failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES));
        }
    }

    @Test
    void whatWasRepairedIsPutBack() throws Exception {
        made();
        byte[] whole = Files.readAllBytes(file());
        spoil(1);
        try (RunningStore running = start()) {
            failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES));
            Files.write(file(), whole);
            Database database = await(running.store().open(ACTOR, NOTES));
            assertThat(count(database)).isEqualTo(20);
            await(database.close());
        }
        spoil(1);
        try (RunningStore running = start()) {
            assertThat(failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES))).hasMessageContaining(kept(2).toString());
        }
    }

    @Test
    void deletingGivesUpTheDatabaseButKeepsItsCopy() throws Exception {
        made();
        spoil(1);
        try (RunningStore running = start()) {
            failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES));
            await(running.store().delete(ACTOR));
            assertThat(await(running.store().exists(ACTOR))).isFalse();
            assertThat(count(await(running.store().open(ACTOR, NOTES)))).isZero();
        }
        assertThat(kept(1).resolve("a1.db")).exists();
    }

    @Test
    void damageThatAUseFindsEndsTheUse() throws Exception {
        made();
        spoil(allButTheFirst());
        try (RunningStore running = start()) {
            Database database = await(running.store().open(ACTOR, NOTES));
            failure(Kind.CORRUPT, database.execute(COUNT));
            assertThat(failure(Kind.CORRUPT, database.execute(COUNT))).hasMessageContaining(kept(1).toString());
            notCommitted(Kind.CORRUPT, database.batch(List.of(INSERT)));
            failure(Kind.CORRUPT, database.begin(Duration.ofSeconds(5)));
            await(database.close());
            failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES));
        }
        try (Stream<Path> all = Files.list(kept(1))) {
            assertThat(all.map(path -> path.getFileName().toString())).contains("a1.db");
        }
    }

    @Test
    void afterAnUncleanEndDamageIsFoundBeforeTheFirstUse() throws Exception {
        made();
        leftByACrash();
        spoil((int) (Files.size(file()) / PAGE));
        try (RunningStore running = start()) {
            failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES));
        }
        assertThat(kept(1).resolve("a1.db")).exists();
    }

    @Test
    void afterAnUncleanEndAWholeDatabaseGoesOn() throws Exception {
        made();
        leftByACrash();
        try (RunningStore running = start()) {
            assertThat(count(await(running.store().open(ACTOR, NOTES)))).isEqualTo(21);
        }
    }

    @Test
    void rowsThatAConstraintWouldRefuseAreNoDamage() throws Exception {
        made();
        try (RunningStore running = start()) {
            Database database = await(running.store().open(ACTOR, NOTES));
            await(database.execute(Statement.of("PRAGMA ignore_check_constraints = ON")));
            await(database.execute(Statement.of("INSERT INTO note (text) VALUES (hex(zeroblob(4000)))")));
        }
        leftByACrash();
        try (RunningStore running = start()) {
            assertThat(count(await(running.store().open(ACTOR, NOTES)))).isEqualTo(22);
        }
    }

    @Test
    void aMoveThatACrashCutShortIsFinished() throws Exception {
        made();
        spoil(1);
        try (RunningStore running = start()) {
            failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES));
        }
        Path log = Files.writeString(file().resolveSibling("a1.db-wal"), "the log that was not moved");
        try (RunningStore running = start()) {
            failure(Kind.CORRUPT, running.store().open(ACTOR, NOTES));
        }
        assertThat(log).doesNotExist();
        assertThat(kept(1).resolve("a1.db-wal")).hasContent("the log that was not moved");
    }

    @Test
    void whatOnlyLooksDamagedIsUsedOn() throws Exception {
        try (RunningStore running = start()) {
            Database database = await(running.store().open(ACTOR, NOTES));
            await(database.execute(Statement.of("CREATE VIRTUAL TABLE words USING fts5 (word)")));
            await(database.execute(Statement.of("INSERT INTO words VALUES ('one')")));
            await(database.execute(Statement.of("DELETE FROM words_data WHERE id > 1")));
            StorageException failure = failure(Kind.CORRUPT, database.execute(Statement.of("INSERT INTO words (words) VALUES ('integrity-check')")));
            assertThat(failure).isNotNull();
            committed(database.batch(List.of(INSERT)));
            assertThat(count(database)).isEqualTo(1);
        }
        assertThat(kept(1)).doesNotExist();
    }
}
