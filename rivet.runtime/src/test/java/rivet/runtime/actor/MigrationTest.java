package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Migrations;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.StopCause;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** The author's own migrations (R-sql-41). */
class MigrationTest {

    @TempDir
    Path data;

    private final AtomicReference<Consumer<Migrations>> steps = new AtomicReference<>();
    private TestPlatform platform;

    private final class Migrating extends Actor<Void> {

        @Override
        protected void onMigrate(Migrations migrations) {
            steps.get().accept(migrations);
        }

        @Action
        public List<String> tables() {
            return sql().query(String.class, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%rivet%' ORDER BY name");
        }

        @Action
        public void leave() {
            requestSleep();
        }
    }

    @BeforeEach
    void start() {
        platform = new TestPlatform(data);
        platform.type("turn", Migrating::new);
        platform.type("interval", Migrating::new, "durability", "INTERVAL");
        platform.type("hurried", Migrating::new, "onMigrateTimeout", 100);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private Result read(String id, String query) {
        return platform.store().read(new DatabaseId.Actor(id), List.of(Statement.of(query)), Duration.ofSeconds(5)).toCompletableFuture().join().getFirst();
    }

    private long version(String id) {
        return (Long) read(id, "SELECT migration FROM _rivet_j_code").rows().getFirst()[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"turn", "interval"})
    void stepsRunOnceAndInOrder(String type) throws Exception {
        steps.set(m -> m.step(1, "CREATE TABLE a (x)"));
        platform.start(type, "m");
        assertThat(platform.call("m", "tables")).isEqualTo(List.of("a"));
        platform.stop("m", StopCause.SLEEP_INTENT);
        assertThat(version("m")).isEqualTo(1);
        steps.set(m -> {
            m.step(1, "CREATE TABLE a (x)");
            m.step(4, "ALTER TABLE a RENAME TO b; CREATE TABLE c (x)", "CREATE TABLE d (x)");
            m.step(5, sql -> sql.execute("INSERT INTO b VALUES (?)", 1));
        });
        platform.start(type, "m");
        assertThat(platform.call("m", "tables")).isEqualTo(List.of("b", "c", "d"));
        platform.stop("m", StopCause.SLEEP_INTENT);
        assertThat(version("m")).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"turn", "interval"})
    void aFailingStepUndoesThoseBeforeIt(String type) throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        steps.set(m -> {
            m.step(1, "CREATE TABLE a (x)");
            m.step(2, sql -> {
                sql.execute("CREATE TABLE half (x)");
                if (broken.get()) {
                    throw new IllegalStateException("on purpose");
                }
            });
            m.step(3, "CREATE TABLE c (x)");
        });
        assertThatThrownBy(() -> platform.start(type, "m")).isInstanceOf(RivetException.class);
        assertThat(version("m")).isEqualTo(0);
        assertThat(read("m", "SELECT name FROM sqlite_schema WHERE name IN ('a', 'half', 'c')").rows()).isEmpty();
        broken.set(false);
        platform.start(type, "m");
        assertThat(platform.call("m", "tables")).isEqualTo(List.of("a", "c", "half"));
    }

    @Test
    void aDatabaseOfNewerCodeIsRefused() throws Exception { // R-obj-6
        steps.set(m -> m.step(7, "CREATE TABLE a (x)"));
        platform.start("turn", "m");
        platform.stop("m", StopCause.SLEEP_INTENT);
        steps.set(m -> m.step(6, "DROP TABLE a"));
        assertThatThrownBy(() -> platform.start("turn", "m")).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.is(ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA)).isTrue());
        assertThat(version("m")).isEqualTo(7);
    }

    @Test
    void versionsGrow() throws Exception {
        steps.set(m -> {
            m.step(2, "CREATE TABLE a (x)");
            assertThatThrownBy(() -> m.step(2, "SELECT 1")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> m.step(1, sql -> { })).isInstanceOf(IllegalArgumentException.class);
        });
        platform.start("turn", "m");
        steps.set(m -> assertThatThrownBy(() -> m.step(0, "SELECT 1")).isInstanceOf(IllegalArgumentException.class));
        platform.start("turn", "n");
    }

    @Test
    void stepsAreWithinTheTimeOfTheHook() throws Exception { // R-start-4
        steps.set(m -> {
            m.step(1, "CREATE TABLE a (x)");
            m.step(2, "INSERT INTO a WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");
        });
        assertThatThrownBy(() -> platform.start("hurried", "m")).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.is(ErrorCode.ACTOR_CALLBACK_TIMED_OUT)).isTrue());
        steps.set(m -> m.step(1, "CREATE TABLE a (x)"));
        platform.start("hurried", "m");
        assertThat(platform.call("m", "tables")).isEqualTo(List.of("a"));
    }

    @Test
    void stepsDoNotReachThePlatform() {
        steps.set(m -> m.step(1, "CREATE TRIGGER t AFTER INSERT ON _rivet_queue BEGIN SELECT 1; END"));
        assertThatThrownBy(() -> platform.start("turn", "m")).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.is(ErrorCode.SQLITE_EXECUTION_FAILED)).isTrue());
    }
}
