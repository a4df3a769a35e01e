package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class LimiterTest {

    private final ManualExecutor executor = new ManualExecutor();
    private final List<String> log = new ArrayList<>();
    private final Limiter limiter = new Limiter(executor, 2, 1);

    private boolean offer(String name) {
        return limiter.offer(() -> log.add(name));
    }

    @Test
    void fewRunFewWaitAndTheRestIsRefused() {
        assertThat(offer("a")).isTrue();
        assertThat(offer("b")).isTrue();
        assertThat(offer("c")).isTrue();
        assertThat(offer("d")).isFalse();
        assertThat(executor.waiting()).isEqualTo(2);
        executor.runNext();
        assertThat(log).containsExactly("a", "c");
        executor.runAll();
        assertThat(log).containsExactly("a", "c", "b");
        assertThat(offer("e")).isTrue();
        assertThat(offer("f")).isTrue();
        executor.runAll();
        assertThat(log).hasSize(5);
    }

    @Test
    void aRefusalByTheExecutorTakesNoPlace() {
        executor.reject();
        for (int i = 0; i < 5; i++) {
            assertThat(offer("x")).isFalse();
        }
        assertThat(log).isEmpty();
    }
}
