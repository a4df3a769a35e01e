package rivet.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import rivet.engine.testing.TestTime;

class RateLimitTest {

    private final TestTime time = new TestTime();

    @Test
    void letsABurstThroughAndThenOneAtATime() {
        RateLimit<String> limit = new RateLimit<>(60, 3, time);
        for (int i = 0; i < 3; i++) {
            assertThat(limit.take("a")).isZero();
        }
        assertThat(limit.take("a")).isEqualTo(Duration.ofSeconds(1));
        assertThat(limit.take("b")).as("another has its own").isZero();
        time.pass(Duration.ofMillis(999));
        assertThat(limit.take("a")).isEqualTo(Duration.ofMillis(1));
        time.pass(Duration.ofMillis(1));
        assertThat(limit.take("a")).isZero();
        assertThat(limit.take("a")).isPositive();
        time.pass(Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            assertThat(limit.take("a")).as("no more than the burst is saved up").isZero();
        }
        assertThat(limit.take("a")).isPositive();
    }

    @Test
    void withoutARateThereIsNoLimit() {
        RateLimit<String> limit = new RateLimit<>(0, 1, time);
        for (int i = 0; i < 1_000; i++) {
            assertThat(limit.take("a")).isZero();
        }
        assertThat(limit.keys()).isZero();
    }

    @Test
    void whatIsFullIsForgotten() {
        RateLimit<Integer> limit = new RateLimit<>(60, 1, time);
        for (int i = 0; i < 1_000; i++) {
            limit.take(i);
        }
        limit.sweep();
        assertThat(limit.keys()).isEqualTo(1_000);
        time.pass(Duration.ofSeconds(1));
        limit.sweep();
        assertThat(limit.keys()).isZero();
    }

    @Test
    void manyKeysShareWhatIsLeft() {
        RateLimit<Integer> limit = new RateLimit<>(60, 2, time);
        for (int i = 0; i < 100_000; i++) {
            limit.take(i);
        }
        assertThat(limit.take(-1)).isZero();
        assertThat(limit.take(-2)).isZero();
        assertThat(limit.take(-3)).isPositive();
        assertThat(limit.keys()).isEqualTo(100_000);
    }

    @Test
    void ofThoseWhoComeAtOnceEachPaysForItself() throws Exception {
        int threads = 8;
        RateLimit<String> limit = new RateLimit<>(60, 100, time);
        CyclicBarrier start = new CyclicBarrier(threads);
        try (var pool = Executors.newFixedThreadPool(threads)) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(() -> {
                    start.await();
                    int taken = 0;
                    for (int j = 0; j < 1_000; j++) {
                        taken += limit.take("a").isZero() ? 1 : 0;
                    }
                    return taken;
                });
            }
            int taken = 0;
            for (Future<Integer> future : pool.invokeAll(tasks)) {
                taken += future.get();
            }
            assertThat(taken).isEqualTo(100);
        }
    }
}
