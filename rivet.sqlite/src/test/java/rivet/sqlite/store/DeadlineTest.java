package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    private final ManualTimers timers = new ManualTimers();
    private final Deadline deadline = new Deadline(timers);
    private final List<String> expired = new ArrayList<>();

    @AfterEach
    void stop() {
        timers.shutdownNow();
    }

    private void begin(String name, long millis) {
        deadline.begin(Duration.ofMillis(millis), () -> expired.add(name));
    }

    @Test
    void comesAfterItsTime() {
        begin("a", 100);
        timers.advance(99);
        assertThat(expired).isEmpty();
        timers.advance(1);
        assertThat(expired).containsExactly("a");
        assertThat(timers.armed()).isZero();
    }

    @Test
    void doesNotComeForWhatIsOver() {
        begin("a", 100);
        deadline.end();
        timers.advance(1000);
        assertThat(expired).isEmpty();
        assertThat(timers.armed()).isZero();
    }

    @Test
    void oneTimerServesManyOneAfterTheOther() {
        for (int i = 0; i < 10; i++) {
            begin("t" + i, 100);
            deadline.end();
            timers.advance(1);
        }
        assertThat(timers.armed()).isEqualTo(1);
        begin("late", 100);
        timers.advance(99);
        assertThat(expired).isEmpty();
        timers.advance(1);
        assertThat(expired).containsExactly("late");
    }

    @Test
    void aShorterTimeComesFirst() {
        begin("long", 1000);
        deadline.end();
        begin("short", 10);
        timers.advance(9);
        assertThat(expired).isEmpty();
        timers.advance(1);
        assertThat(expired).containsExactly("short");
    }

    @Test
    void aTransactionAfterOneThatWasLateGetsItsFullTime() {
        begin("a", 100);
        timers.advance(100);
        begin("b", 100);
        timers.advance(99);
        assertThat(expired).containsExactly("a");
        timers.advance(1);
        assertThat(expired).containsExactly("a", "b");
    }

    @Test
    void hugeTimesArePossible() {
        begin("a", Long.MAX_VALUE);
        deadline.end();
        begin("b", 5);
        timers.advance(5);
        assertThat(expired).containsExactly("b");
    }

    @Test
    void closedItHoldsNoTimer() {
        begin("a", 100);
        deadline.end();
        deadline.close();
        assertThat(timers.armed()).isZero();
    }
}
