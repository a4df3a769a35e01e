package rivet.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the runs of jobs are due. */
class CadenceTest {

    private static final Instant NOON = Instant.parse("2026-03-07T12:00:00Z");

    private static List<String> runs(String expression, String zone, String from, int count) {
        CronExpression cron = new CronExpression(expression, ZoneId.of(zone));
        List<String> runs = new ArrayList<>();
        Instant at = Instant.parse(from);
        for (int i = 0; i < count; i++) {
            at = cron.after(at).orElseThrow();
            runs.add(at.atZone(ZoneId.of(zone)).toOffsetDateTime().toString());
        }
        return runs;
    }

    @Test
    @DisplayName("R-sched-9: a time of day that does not exist is no run")
    void skippedTime() {
        assertThat(runs("30 2 * * *", "America/Los_Angeles", "2026-03-07T12:00:00Z", 2)).containsExactly("2026-03-09T02:30-07:00", "2026-03-10T02:30-07:00");
        assertThat(runs("0,30 * * * *", "America/Los_Angeles", "2026-03-08T09:15:00Z", 3)).containsExactly("2026-03-08T01:30-08:00", "2026-03-08T03:00-07:00",
            "2026-03-08T03:30-07:00");
    }

    @Test
    @DisplayName("R-sched-9: of a time of day that comes twice the first is the run")
    void repeatedTime() {
        assertThat(runs("30 1 * * *", "America/Los_Angeles", "2026-10-31T12:00:00Z", 2)).containsExactly("2026-11-01T01:30-07:00", "2026-11-02T01:30-08:00");
        assertThat(runs("*/20 * * * *", "America/Los_Angeles", "2026-11-01T08:30:00Z", 3)).containsExactly("2026-11-01T01:40-07:00", "2026-11-01T02:00-08:00",
            "2026-11-01T02:20-08:00");
        // asked within the hour that comes a second time
        assertThat(runs("* * * * *", "America/Los_Angeles", "2026-11-01T09:10:00Z", 1)).containsExactly("2026-11-01T02:00-08:00");
        assertThat(runs("*/15 * * * *", "Australia/Lord_Howe", "2026-04-04T14:50:00Z", 2)).containsExactly("2026-04-05T02:00+10:30", "2026-04-05T02:15+10:30");
    }

    @Test
    void fields() {
        assertThat(runs("0 9 * * MON-FRI", "UTC", "2026-03-06T10:00:00Z", 2)).containsExactly("2026-03-09T09:00Z", "2026-03-10T09:00Z");
        assertThat(runs("0 0 13 * 1", "UTC", "2026-03-07T12:00:00Z", 3)).as("either day will do").containsExactly("2026-03-09T00:00Z", "2026-03-13T00:00Z",
            "2026-03-16T00:00Z");
        assertThat(runs("0 0 29 2 *", "UTC", "2026-03-07T12:00:00Z", 1)).containsExactly("2028-02-29T00:00Z");
        assertThat(runs("0 0 * * 7", "UTC", "2026-03-07T12:00:00Z", 1)).isEqualTo(runs("0 0 * * 0", "UTC", "2026-03-07T12:00:00Z", 1));
        assertThat(runs("  */30   1 * *  * ", "UTC", "2026-03-07T12:00:00Z", 2)).containsExactly("2026-03-08T01:00Z", "2026-03-08T01:30Z");
        assertThat(runs("* * * * *", "UTC", "2026-03-07T12:00:00Z", 1)).as("strictly later").containsExactly("2026-03-07T12:01Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "* * * *", "* * * * * *", "61 * * * *", "* * L * *", "@hourly", "a b c d e", "* 24 * * *", "0 0 0 * *"})
    void notAnExpression(String expression) {
        assertThatThrownBy(() -> new CronExpression(expression, ZoneId.of("UTC"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noDateFits() {
        assertThat(new CronExpression("0 0 30 2 *", ZoneId.of("UTC")).after(NOON)).isEmpty();
    }

    @Test
    @DisplayName("R-sched-21: an interval keeps its cadence, and what was missed is one run")
    void anchored() {
        Cadence every = new Cadence.Every(Duration.ofSeconds(10));
        assertThat(every.first(NOON)).isEqualTo(NOON.plusSeconds(10));
        assertThat(every.next(NOON, NOON)).isEqualTo(NOON.plusSeconds(10));
        assertThat(every.next(NOON, NOON.plusMillis(1))).isEqualTo(NOON.plusSeconds(10));
        assertThat(every.next(NOON, NOON.plusMillis(10_000))).isEqualTo(NOON.plusSeconds(20));
        assertThat(every.next(NOON, NOON.plusMillis(34_999))).isEqualTo(NOON.plusSeconds(40));
        assertThat(new Cadence.Every(Duration.ofMillis(Long.MAX_VALUE)).next(NOON, NOON)).isEqualTo(Times.NEVER);
    }

    @Test
    @DisplayName("R-sched-21: a cron job is due next at the first time that is later than now")
    void cronMissed() {
        Cadence hourly = new Cadence.Cron("0 * * * *", "UTC");
        assertThat(hourly.next(NOON, NOON.plus(Duration.ofMinutes(200)))).isEqualTo(NOON.plus(Duration.ofHours(4)));
    }

    @Test
    void clockSetBack() {
        Cadence every = new Cadence.Every(Duration.ofSeconds(10));
        Instant due = NOON.plus(Duration.ofDays(1000)).plusSeconds(3);
        assertThat(every.corrected(due, Optional.empty(), NOON)).as("the same phase").isEqualTo(NOON.plusSeconds(3));
        assertThat(every.corrected(NOON.plusSeconds(12), Optional.of(NOON.plusSeconds(2)), NOON)).as("a little is no matter").isEqualTo(NOON.plusSeconds(12));
        assertThat(every.corrected(NOON.minusSeconds(12), Optional.empty(), NOON)).as("overdue").isEqualTo(NOON.minusSeconds(12));
        Cadence hourly = new Cadence.Cron("0 * * * *", "UTC");
        assertThat(hourly.corrected(due, Optional.of(due.minusSeconds(3600)), NOON)).isEqualTo(NOON.plusSeconds(3600));
        assertThat(hourly.corrected(NOON.plusSeconds(3600), Optional.of(NOON), NOON.minusSeconds(1))).as("it has run already").isEqualTo(NOON.plusSeconds(3600));
        assertThat(hourly.corrected(NOON.minusSeconds(3600), Optional.empty(), NOON)).as("overdue").isEqualTo(NOON.minusSeconds(3600));
    }

    @Test
    @DisplayName("R-sched-1: delays that overflow saturate")
    void saturated() {
        assertThat(Times.after(NOON, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Times.NEVER);
        assertThat(Times.after(NOON, Duration.ofSeconds(Long.MIN_VALUE)).toEpochMilli()).isEqualTo(Long.MIN_VALUE);
        assertThat(Times.storable(Instant.MAX).toEpochMilli()).isEqualTo(Long.MAX_VALUE);
        assertThat(Times.storable(Instant.MIN).toEpochMilli()).isEqualTo(Long.MIN_VALUE);
    }
}
