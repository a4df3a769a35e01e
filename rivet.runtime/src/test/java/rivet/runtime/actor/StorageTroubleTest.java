package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.error.RivetException;
import rivet.spi.storage.StorageException.Kind;

/** What becomes of an actor whose store is in trouble, on the real one. */
class StorageTroubleTest {

    /** Keeps a text. */
    public static final class Keeper extends Actor<Keeper.State> {

        @ImmutableState
        public record State(String text) {}

        @Override
        protected State createState(Input input) {
            return new State("");
        }

        @Action
        public void put(String text) {
            setState(new State(text));
        }

        @Action
        public int length() {
            return state().text().length();
        }
    }

    @TempDir
    Path data;

    private Path file(String id) throws Exception {
        try (Stream<Path> all = Files.walk(data)) {
            return all.filter(path -> path.getFileName().toString().equals(id + ".db")).findFirst().orElseThrow();
        }
    }

    @Test
    void aDamagedDatabaseIsSaidToBeSoAndOtherActorsGoOn() throws Exception {
        try (TestPlatform platform = new TestPlatform(data)) {
            platform.type("keeper", Keeper::new);
            platform.start("keeper", "a1");
            platform.call("a1", "put", "kept");
            platform.putToSleep("a1");
        }
        Files.writeString(file("a1"), "no database");
        try (TestPlatform platform = new TestPlatform(data)) {
            platform.type("keeper", Keeper::new);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> platform.start("keeper", "a1")).isInstanceOfSatisfying(RivetException.class, error -> {
                    assertThat(error.group() + "." + error.code()).isEqualTo("actor.storage_damaged");
                    assertThat(error.exposed()).isTrue();
                });
            }
            platform.start("keeper", "a2");
            platform.call("a2", "put", "fine");
            assertThat(platform.call("a2", "length")).isEqualTo(4);
        }
        assertThat(file("a1")).as("in quarantine").hasContent("no database");
    }

    @Test
    void aFullDiskRefusesChangesServesReadsAndIsForgottenWhenThereIsSpaceAgain() throws Exception {
        FaultyStorage[] storage = new FaultyStorage[1];
        try (TestPlatform platform = new TestPlatform(data, real -> storage[0] = new FaultyStorage(real), Duration.ofMillis(400))) {
            platform.type("keeper", Keeper::new);
            platform.start("keeper", "a1");
            platform.call("a1", "put", "kept");
            storage[0].refusal = Kind.FULL;
            storage[0].fault = FaultyStorage.Fault.REFUSE;
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> platform.call("a1", "put", "too much")).isInstanceOfSatisfying(RivetException.class, error -> {
                    assertThat(error.code()).isEqualTo("storage_failed");
                    assertThat(error).hasMessageContaining("no space is left");
                    assertThat(error.metadata()).contains(Map.of("committed", "no", "reason", "no space is left on the disk"));
                });
                assertThat(platform.call("a1", "length")).isEqualTo(4);
            }
            storage[0].fault = FaultyStorage.Fault.NONE;
            platform.call("a1", "put", "more than before");
            assertThat(platform.call("a1", "length")).isEqualTo(16);
        }
    }
}
