package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Input;
import rivet.actor.Migrate;
import rivet.actor.Migrations;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.TypeVersion;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.StopCause;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;

/** Versions of the state: migration, its check, and the way back (design.md section 6). */
class StateVersionTest {

    private static final String TYPE = "versioned";

    @TempDir
    Path data;

    private TestPlatform platform;
    private final List<String> seen = new ArrayList<>();
    private volatile String broken = "";

    record Count(long count) {}

    record Total(long total, List<String> notes) {}

    /** Version 1. */
    private static final class One extends Actor<Count> {

        @Override
        protected void onMigrate(Migrations migrations) {
            migrations.step(1, "CREATE TABLE step (amount INTEGER)");
        }

        @Override
        protected Count createState(Input input) {
            return new Count(0);
        }

        @Action
        public long add(long n) {
            sql().execute("INSERT INTO step VALUES (?)", n);
            setState(new Count(state().count() + n));
            return state().count();
        }

        @Action
        public String code() {
            return "one";
        }
    }

    /** Version 2: the state and the table have changed. */
    private final class Two extends Actor<Total> {

        @Override
        protected void onMigrate(Migrations migrations) {
            migrations.step(1, "CREATE TABLE step (amount INTEGER)");
            migrations.step(2, "ALTER TABLE step RENAME COLUMN amount TO n", "CREATE TABLE note (text TEXT)");
        }

        @Migrate(from = 1)
        Map<String, Object> total(Map<String, Object> state) {
            long steps = sql().first(Long.class, "SELECT count(n) FROM step").orElseThrow();
            sql().execute("INSERT INTO note VALUES ('migrated')");
            state.put("total", state.remove("count"));
            state.put("notes", List.of("from " + steps + " steps"));
            fail("step");
            if (broken.equals("await")) {
                sleep(Duration.ofMillis(1));
            }
            return broken.equals("shape") ? Map.of("total", "word") : state;
        }

        @Override
        protected void verify(int fromVersion) {
            seen.add("verify " + fromVersion + " " + state());
            fail("verify");
        }

        @Override
        protected void onWake() {
            fail("onWake");
        }

        @Override
        protected Total createState(Input input) {
            fail("createState");
            return new Total(0, List.of());
        }

        private void fail(String where) {
            if (broken.equals(where)) {
                throw new IllegalStateException("on purpose");
            }
        }

        @Action
        public long add(long n) {
            setState(new Total(state().total() + n, state().notes()));
            return state().total();
        }

        @Action
        public String code() {
            return "two";
        }
    }

    @BeforeEach
    void start() {
        platform = new TestPlatform(data);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private FactoryGeneration one(String durability) {
        return platform.type(TYPE, "1.0.0", One::new, "durability", durability);
    }

    private FactoryGeneration two(String durability) {
        return platform.type(TYPE, "2.0.0", Two::new, "stateVersion", 2, "durability", durability);
    }

    /** Makes an actor of version 1 that sleeps, and has version 2 in place of it. */
    private FactoryGeneration stored(String durability) throws Exception {
        FactoryGeneration one = one(durability);
        platform.start(TYPE, "a");
        platform.call("a", "add", 5);
        platform.stop("a", StopCause.SLEEP_INTENT);
        return one;
    }

    private Object read(String query) {
        return platform.store().read(new DatabaseId.Actor("a"), List.of(Statement.of(query)), Duration.ofSeconds(5)).toCompletableFuture().join().getFirst()
            .rows().getFirst()[0];
    }

    private void assertStillVersionOne() {
        assertThat(platform.stored("a")).isEqualTo(Map.of("count", 5));
        assertThat(read("SELECT state_version FROM _rivet_j_code")).isEqualTo(1L);
        assertThat(read("SELECT migration FROM _rivet_j_code")).isEqualTo(1L);
        assertThat(read("SELECT count(*) FROM sqlite_schema WHERE name = 'note'")).isEqualTo(0L);
        assertThat(read("SELECT amount FROM step")).isEqualTo(5L);
    }

    private static void assertFails(ErrorCode code, String message, ThrowingCallable start) {
        assertThatThrownBy(start).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo(code.reason());
            assertThat(e).hasMessageContaining(message);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"TURN", "INTERVAL"})
    void stateAndTablesAreMigratedAndCheckedOnce(String durability) throws Exception {
        platform.factories().remove(stored(durability));
        two(durability);
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 1)).isEqualTo(6);
        platform.stop("a", StopCause.SLEEP_INTENT);
        assertThat(platform.stored("a")).isEqualTo(Map.of("total", 6, "notes", List.of("from 1 steps")));
        assertThat(read("SELECT state_version FROM _rivet_j_code")).isEqualTo(2L);
        assertThat(read("SELECT migration FROM _rivet_j_code")).isEqualTo(2L);
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 1)).isEqualTo(7);
        assertThat(read("SELECT count(*) FROM note")).isEqualTo(1L);
        assertThat(seen).containsExactly("verify 1 Total[total=5, notes=[from 1 steps]]");
    }

    @Test
    void aNewActorHasTheVersionOfItsCodeAndNothingToCheck() throws Exception {
        two("TURN");
        platform.start(TYPE, "a");
        platform.call("a", "add", 1);
        assertThat(read("SELECT state_version FROM _rivet_j_code")).isEqualTo(2L);
        assertThat(seen).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"step, TURN", "verify, TURN", "shape, TURN", "await, TURN", "step, INTERVAL", "verify, INTERVAL"})
    void whatFailsLeavesEverythingAsItWas(String where, String durability) throws Exception {
        platform.factories().remove(stored(durability));
        broken = where;
        FactoryGeneration two = two(durability);
        assertFails(ErrorCode.ACTOR_MIGRATION_FAILED, "from version 1 to 2", () -> platform.start(TYPE, "a"));
        assertStillVersionOne();
        platform.factories().remove(two);
        one(durability);
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 1)).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TURN", "INTERVAL"})
    void aStartHookThatFailsUndoesTheMigrationToo(String durability) throws Exception {
        platform.factories().remove(stored(durability));
        broken = "onWake";
        two(durability);
        assertThatThrownBy(() -> platform.start(TYPE, "a")).isInstanceOf(RivetException.class);
        assertStillVersionOne();
        broken = "";
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 1)).isEqualTo(6);
    }

    @Test
    void olderCodeRefusesNewerStateBeforeAnythingChanges() throws Exception {
        FactoryGeneration two = two("TURN");
        platform.start(TYPE, "a");
        platform.call("a", "add", 4);
        platform.stop("a", StopCause.SLEEP_INTENT);
        platform.factories().remove(two);
        FactoryGeneration one = one("TURN");
        Object fence = read("SELECT generation || '/' || turn FROM _rivet_j_turn");
        assertFails(ErrorCode.ACTOR_STATE_VERSION_NEWER, "has version 2, the code that is there knows versions up to 1", () -> platform.start(TYPE, "a"));
        assertThat(read("SELECT generation || '/' || turn FROM _rivet_j_turn")).isEqualTo(fence);
        platform.factories().remove(one);
        two("TURN");
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "add", 0)).isEqualTo(4);
    }

    // ------------------------------------------------------------------ side by side

    private List<TypeVersion> versions() {
        return platform.rollouts().versions(TYPE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"step", "verify", "onWake"})
    void anActorThatFailsOnTheNewCodeGoesBackToTheOldAndTheRollOutPauses(String where) throws Exception {
        stored("TURN");
        two("TURN");
        broken = where;
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "code")).isEqualTo("one");
        assertThat(platform.call("a", "add", 1)).isEqualTo(6);
        assertThat(versions()).extracting(TypeVersion::version, TypeVersion::stateVersion, TypeVersion::awake, v -> v.paused().isPresent())
            .containsExactly(tuple("2.0.0", 2, 0, true), tuple("1.0.0", 1, 1, false));
        assertThat(versions().getFirst().paused().orElseThrow()).contains("actor a could not be started").contains("on purpose");

        // the new code is good now, but nobody has said so
        broken = "";
        platform.start(TYPE, "b");
        assertThat(platform.call("b", "code")).isEqualTo("one");
        platform.stop("a", StopCause.SLEEP_INTENT);
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "code")).isEqualTo("one");

        assertThat(platform.rollouts().resume(TYPE)).isEqualTo(1);
        platform.stop("a", StopCause.SLEEP_INTENT);
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "code")).isEqualTo("two");
        assertThat(platform.call("a", "add", 1)).isEqualTo(7);
        assertThat(versions()).extracting(v -> v.paused().isPresent()).containsExactly(false, false);
    }

    @Test
    void anActorThatTheNewCodeHasMigratedStaysOnItWhileTheRollOutIsPaused() throws Exception {
        FactoryGeneration one = stored("TURN");
        FactoryGeneration two = two("TURN");
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "code")).isEqualTo("two");
        platform.stop("a", StopCause.SLEEP_INTENT);
        platform.factories().pause(two, one, "by hand");
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "code")).isEqualTo("two");
        platform.stop("a", StopCause.SLEEP_INTENT);

        // it fails there: the old code could not take it, so the error is that of the new
        platform.rollouts().resume(TYPE);
        broken = "onWake";
        assertThatThrownBy(() -> platform.start(TYPE, "a")).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.is(ErrorCode.ACTOR_STATE_VERSION_NEWER)).isFalse());
        assertThat(versions()).extracting(v -> v.paused().isPresent()).containsExactly(false, false);
    }

    @Test
    void aBetterGenerationStillIsTriedAndOneThatIsGoneIsForgotten() throws Exception {
        stored("TURN");
        FactoryGeneration two = two("TURN");
        broken = "verify";
        platform.start(TYPE, "a");
        platform.stop("a", StopCause.SLEEP_INTENT);
        broken = "";
        platform.type(TYPE, "2.0.1", Two::new, "stateVersion", 2);
        platform.factories().remove(two);
        assertThat(platform.factories().paused(two)).isEmpty();
        platform.start(TYPE, "a");
        assertThat(platform.call("a", "code")).isEqualTo("two");
    }

    @Test
    void whoCreatesAnActorIsToldWhatItsHooksThrow() throws Exception {
        one("TURN");
        two("TURN");
        broken = "createState";
        assertThatThrownBy(() -> platform.start(TYPE, "a")).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.is(ErrorCode.RIVETKIT_INTERNAL_ERROR)).isTrue());
        assertThat(versions()).extracting(v -> v.paused().isPresent()).containsExactly(false, false);
    }

    @Test
    void aTypeThatIsNotThereHasNoRollOut() {
        assertFails(ErrorCode.ACTOR_NOT_REGISTERED, "nothing", () -> platform.rollouts().versions("nothing"));
        assertFails(ErrorCode.ACTOR_NOT_REGISTERED, "nothing", () -> platform.rollouts().resume("nothing"));
    }
}
