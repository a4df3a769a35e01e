package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.error.ErrorCode;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.StopCause;

/** Which generation takes work, and why not: what is refused has certainly not begun, so that the engine may hold it for the next generation. */
@Timeout(60)
class AdmissionTest {

    private final class Guest extends Actor<Void> {

        @Override
        protected void onWake() throws InterruptedException {
            begun.countDown();
            start.await();
        }

        @Action
        public String hello() {
            return "hello";
        }

        @Action
        public void stay() {
            staying.countDown();
            await(release);
        }

        @Action
        public void block() throws InterruptedException {
            staying.countDown();
            unblock.await();
        }

        @Action
        public void end() {
            staying.countDown();
            requestDestroy();
            await(release);
        }
    }

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch start = new CountDownLatch(1);
    private final CountDownLatch staying = new CountDownLatch(1);
    private final CountDownLatch unblock = new CountDownLatch(1);
    private final CompletableFuture<Void> release = new CompletableFuture<>();

    @TempDir
    Path data;
    private TestPlatform platform;

    @BeforeEach
    void open() {
        platform = new TestPlatform(data, storage -> storage, Duration.ofMinutes(5));
        platform.type("guest", Guest::new, "sleepGracePeriod", 300_000);
    }

    @AfterEach
    void close() {
        start.countDown();
        unblock.countDown();
        release.complete(null);
        platform.close();
    }

    private void running() throws Exception {
        start.countDown();
        platform.start("guest", "g");
    }

    private void assertRefused(String why) {
        assertThat(platform.callLater("g", "hello")).failsWithin(Duration.ofSeconds(30)).withThrowableThat().havingRootCause()
            .satisfies(e -> assertThat(e.toString()).contains(why));
        assertThat(platform.callLater("g", "hello").handle((answer, error) -> Failures.unwrap(error))).succeedsWithin(Duration.ofSeconds(30))
            .isInstanceOf(NotAdmittedException.class);
    }

    @Test
    void whileItStarts_R_reg_30_R_reg_35() throws Exception {
        CompletableFuture<Void> started = platform.startLater("guest", "g", new byte[0]);
        begun.await();
        assertRefused("actor.starting");
        start.countDown();
        TestPlatform.await(started);
        assertThat(platform.call("g", "hello")).isEqualTo("hello");
    }

    @Test
    void whileItGoesToSleep_R_reg_30_R_reg_31() throws Exception {
        running();
        platform.callLater("g", "stay");
        staying.await();
        CompletableFuture<Void> stop = platform.stopLater("g", StopCause.SLEEP_INTENT);
        assertRefused("actor.stopping");
        release.complete(null);
        TestPlatform.await(stop);
        assertRefused("actor.not_found");
    }

    @Test
    void whenItIsToBeDestroyed_R_reg_30_R_reg_31() throws Exception {
        running();
        platform.callLater("g", "end");
        TestPlatform.until(() -> platform.intents.contains("stop g"));
        assertRefused("actor.destroying");
    }

    @Test
    void whenItIsDestroyedByOthers_R_reg_30() throws Exception {
        running();
        platform.callLater("g", "stay");
        staying.await();
        platform.stopLater("g", StopCause.DESTROY);
        assertRefused("actor.destroying");
    }

    @Test
    void aSocketForWhichThereIsNoRoomIsNotAdmitted() throws Exception {
        running();
        platform.callLater("g", "block");
        staying.await();
        List<CompletableFuture<Object>> waiting = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            waiting.add(platform.callLater("g", "hello"));
        }
        assertThatThrownBy(() -> platform.connect("g")).isInstanceOfSatisfying(NotAdmittedException.class,
            refused -> assertThat(refused.reason().is(ErrorCode.ACTOR_OVERLOADED)).isTrue());
        unblock.countDown();
        for (CompletableFuture<Object> call : waiting) {
            assertThat(TestPlatform.await(call)).isEqualTo("hello");
        }
    }
}
