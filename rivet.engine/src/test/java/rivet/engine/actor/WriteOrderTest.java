package rivet.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import rivet.engine.directory.Directory;
import rivet.engine.testing.Await;
import rivet.engine.testing.BreakingStorage;
import rivet.engine.testing.BreakingStorage.Fault;
import rivet.engine.testing.FileStorage;
import rivet.engine.testing.World;

/**
 * The directory and what an actor stored are two files, so what is written first matters (design, section 5). One story of actors is told again and again,
 * and each time another of its writes goes wrong: the process dies before or after it, it fails, or nobody knows what became of it. Whatever was
 * acknowledged holds afterwards, and whatever began is finished.
 */
class WriteOrderTest {

    /** So many writes the story has at least: less means that a step has lost its own. */
    private static final int LEAST_WRITES = 14;

    @TempDir
    Path folder;

    @Test
    void theStoryGoesWellWithoutAFault() throws Exception {
        try (Story story = new Story(folder, 0, Fault.FAILS)) {
            story.tell();
            assertThat(story.writes()).isGreaterThanOrEqualTo(LEAST_WRITES);
            story.check();
            story.restart();
            story.check();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whicheverWriteGoesWrong(Fault fault) throws Exception {
        boolean wentWrong = true;
        for (int number = 1; wentWrong; number++) {
            try (Story story = new Story(fresh(number), number, fault)) {
                story.tell();
                wentWrong = story.writes() >= number;
                if (story.isDead()) {
                    story.restart();
                }
                story.check();
                story.restart();
                story.check();
            } catch (Exception | AssertionError e) {
                throw new AssertionError(fault + " at write " + number, e);
            }
            assertThat(wentWrong || number > LEAST_WRITES).as("the story came to its end").isTrue();
        }
    }

    /** What a process left behind is finished by the second that comes after it, if the first dies over it. */
    @Test
    void aRecoveryThatDiesIsGoneOnWith() throws Exception {
        boolean died = true;
        for (int number = 1; died; number++) {
            for (int again = 1; again <= 3; again++) {
                try (Story story = new Story(fresh(10 * number + again), number, Fault.DIES_BEFORE)) {
                    story.tell();
                    died = story.isDead();
                    story.restartInVain(again);
                    story.restart();
                    story.check();
                } catch (Exception | AssertionError e) {
                    throw new AssertionError("died at write " + number + " and at write " + again + " of the recovery", e);
                }
            }
        }
    }

    /** The very first boot makes the directory. */
    @ParameterizedTest
    @EnumSource
    void aFirstBootThatBreaksOffIsRepeated(Fault fault) throws Exception {
        boolean wentWrong = true;
        for (int number = 1; wentWrong; number++) {
            Path home = fresh(number);
            try (FileStorage files = new FileStorage(home)) {
                BreakingStorage store = new BreakingStorage(files, number, fault);
                store.arm();
                CompletableFuture<Directory> directory = Directory.open(store, Runnable::run, InstantSource.system(), new ActorIds(new Random(1))).toCompletableFuture();
                Await.until("it is open or not", () -> directory.isDone() || store.died().isDone());
                wentWrong = store.disarm() >= number;
            }
            try (World world = new World(home)) {
                assertThat(world.create("a")).isNotEmpty();
            }
        }
    }

    /** Alarms are far away in the story; this one comes. */
    @ParameterizedTest
    @EnumSource(names = {"FAILS", "LOST", "DONE_UNKNOWN"})
    void anAlarmWhoseChangeFailedStillRings(Fault fault) throws Exception {
        for (boolean earlier : new boolean[] {true, false}) {
            try (Story story = new Story(fresh(earlier ? 1 : 2), 1, fault)) {
                story.alarmThatFails(Duration.ofMinutes(earlier ? 1 : 9));
                boolean changed = fault == Fault.DONE_UNKNOWN;
                story.ringsAfter(Duration.ofMinutes(!changed ? 5 : earlier ? 1 : 9));
            }
        }
    }

    private Path fresh(int number) throws IOException {
        return Files.createDirectories(folder.resolve(Integer.toString(number)));
    }
}
