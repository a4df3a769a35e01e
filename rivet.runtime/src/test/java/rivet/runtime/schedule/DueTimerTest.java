package rivet.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import rivet.runtime.time.ManualTime;

/** R-sched-40. */
class DueTimerTest {

    private final ManualTime time = new ManualTime();
    private final List<String> heard = new ArrayList<>();
    private final DueTimer timer = new DueTimer(time, () -> heard.add("due"), () -> heard.add("set back"));

    private Instant in(long seconds) {
        return time.clock().instant().plusSeconds(seconds);
    }

    @Test
    @DisplayName("R-sched-40: it tells once when the time has come, and has one timer")
    void tells() {
        timer.await(Optional.of(in(600)));
        timer.await(Optional.of(in(300)));
        assertThat(time.timers()).isEqualTo(1);
        time.pass(Duration.ofSeconds(299));
        assertThat(heard).isEmpty();
        time.pass(Duration.ofSeconds(1));
        assertThat(heard).containsExactly("due");
        time.pass(Duration.ofSeconds(600));
        assertThat(heard).containsExactly("due");
        assertThat(time.timers()).isZero();
    }

    @Test
    void nothingAwaited() {
        timer.await(Optional.of(in(5)));
        timer.await(Optional.empty());
        time.pass(Duration.ofSeconds(10));
        assertThat(heard).isEmpty();
        timer.await(Optional.of(in(5)));
        timer.close();
        timer.await(Optional.of(in(6)));
        time.pass(Duration.ofSeconds(10));
        assertThat(heard).isEmpty();
        assertThat(time.timers()).isZero();
    }

    @Test
    void clockSetForward() {
        timer.await(Optional.of(in(3_600)));
        time.setClock(in(3_590));
        time.pass(Duration.ofSeconds(59));
        assertThat(heard).isEmpty();
        time.pass(Duration.ofSeconds(1));
        assertThat(heard).containsExactly("due");
    }

    @Test
    void clockSetBack() {
        timer.await(Optional.of(in(90)));
        time.setClock(in(-3_600));
        time.pass(Duration.ofSeconds(60));
        assertThat(heard).containsExactly("set back");
        time.pass(Duration.ofSeconds(3_600));
        assertThat(heard).as("not before the clock says so").containsExactly("set back");
        time.pass(Duration.ofSeconds(60));
        assertThat(heard).containsExactly("set back", "due");
    }
}
