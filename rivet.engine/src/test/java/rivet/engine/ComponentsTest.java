package rivet.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

import rivet.engine.testing.Await;

class ComponentsTest {

    @Test
    void aComponentWaitsInBounds() {
        try (Threads threads = new Threads("test", 0)) {
            assertThat(Bounded.join(CompletableFuture.completedFuture("x"), threads.timer(), Duration.ofMinutes(1))).isEqualTo("x");
            assertThatThrownBy(() -> Bounded.join(new CompletableFuture<>(), threads.timer(), Duration.ofMillis(20)))
                .hasCauseInstanceOf(TimeoutException.class);
            assertThatThrownBy(() -> Bounded.join(CompletableFuture.failedFuture(new IllegalStateException("x")), threads.timer(),
                Duration.ofMinutes(1))).hasCauseInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void threadsHaveNamesAndEnd() throws Exception {
        CompletableFuture<Thread> worker = new CompletableFuture<>();
        try (Threads threads = new Threads("rivet-engine", 2)) {
            threads.workers().execute(() -> worker.complete(Thread.currentThread()));
            assertThat(Await.get(worker).getName()).isEqualTo("rivet-engine-1");
            assertThat(worker.join().isVirtual()).isFalse();
        }
        worker.join().join(10_000);
        assertThat(worker.join().isAlive()).isFalse();
    }

    @Test
    void whatWasScheduledStillHappensWhenDrained() throws Exception {
        Threads threads = new Threads("test", 0);
        CountDownLatch happened = new CountDownLatch(1);
        threads.timer().schedule(happened::countDown, 50, TimeUnit.MILLISECONDS);
        threads.drain();
        assertThat(happened.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> threads.timer().schedule(happened::countDown, 1, TimeUnit.MILLISECONDS))
            .isInstanceOf(RejectedExecutionException.class);
    }
}
