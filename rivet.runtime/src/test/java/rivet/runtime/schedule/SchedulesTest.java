package rivet.runtime.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** What a turn stores of schedules, and what is left of one that comes to nothing. */
class SchedulesTest {

    private static final Instant NOON = Instant.parse("2026-03-07T12:00:00Z");

    private Instant now = NOON;
    private final Schedules schedules = new Schedules("test", () -> now);

    @BeforeEach
    void load() {
        schedules.load(Result.NONE, action -> true);
    }

    private List<String> stored() {
        List<String> stored = schedules.changes().stream().map(Statement::sql).map(sql -> sql.split("\\s+")).map(words -> words[0] + " " + words[2]).toList();
        schedules.kept();
        return stored;
    }

    private void call(String id, long seconds) {
        schedules.put(Scheduled.call(id, NOON.plusSeconds(seconds), "act", new byte[0]), 10);
    }

    private void job(String name, long seconds) {
        schedules.put(new Scheduled("cron:" + name, NOON.plusSeconds(seconds), "act", new byte[0], Optional.of(new Cadence.Every(Duration.ofSeconds(seconds))),
            Optional.empty(), 5, 0, Optional.empty(), Optional.empty()), 10);
    }

    private List<String> take() {
        return schedules.runs().take().stream().map(Runs.Due::id).toList();
    }

    private Run begin(String id) {
        return schedules.runs().begin(id, action -> true).orElseThrow();
    }

    @Test
    @DisplayName("R-sched-20: a call that begins and ends in one turn is one row less, and nothing else")
    void callInOneTurn() {
        call("a", 10);
        assertThat(stored()).containsExactly("INSERT _rivet_schedule_events");
        now = NOON.plusSeconds(10);
        assertThat(take()).containsExactly("a");
        schedules.runs().end(begin("a"), Optional.empty());
        assertThat(stored()).containsExactly("DELETE _rivet_schedule_events");
        assertThat(schedules.isEmpty()).isTrue();
    }

    @Test
    void callInTwoTurns() {
        call("a", 10);
        stored();
        now = NOON.plusSeconds(10);
        take();
        Run run = begin("a");
        assertThat(stored()).containsExactly("INSERT _rivet_j_schedule");
        assertThat(schedules.runs().wake()).as("a crash begins it again").contains(now);
        assertThat(schedules.runs().next()).isEmpty();
        schedules.runs().end(run, Optional.empty());
        assertThat(stored()).containsExactly("DELETE _rivet_schedule_events", "DELETE _rivet_j_schedule");
    }

    @Test
    void scheduledAndCancelled() {
        call("a", 10);
        schedules.remove("a");
        assertThat(stored()).isEmpty();
    }

    @Test
    @DisplayName("R-sched-23: a run that ends in the turn in which it begins has one row in the history; one that does not has one from its first turn on")
    void history() {
        job("j", 10);
        stored();
        now = NOON.plusSeconds(10);
        take();
        schedules.runs().end(begin("cron:j"), Optional.of(ErrorCode.ACTOR_ABORTED.error()));
        assertThat(stored()).containsExactly("INSERT _rivet_schedule_events", "INSERT _rivet_schedule_history", "DELETE _rivet_schedule_history");
        now = NOON.plusSeconds(20);
        take();
        Run run = begin("cron:j");
        assertThat(stored()).containsExactly("INSERT _rivet_schedule_events", "INSERT _rivet_j_schedule", "INSERT _rivet_schedule_history", "DELETE _rivet_schedule_history");
        schedules.runs().end(run, Optional.empty());
        List<Statement> end = schedules.changes();
        assertThat(end).extracting(s -> s.sql().split("\\s+")[0]).containsExactly("DELETE", "UPDATE");
    }

    @Test
    @DisplayName("A turn that comes to nothing leaves everything as it was, but what was taken is not taken again")
    void undone() {
        call("a", 10);
        job("j", 10);
        stored();
        now = NOON.plusSeconds(10);
        assertThat(take()).containsExactly("a", "cron:j");
        Run call = begin("a");
        Run run = begin("cron:j");
        schedules.runs().end(call, Optional.empty());
        schedules.runs().end(run, Optional.empty());
        schedules.remove("cron:j");
        schedules.undo();
        assertThat(schedules.hasChanges()).isFalse();
        assertThat(take()).isEmpty();
        assertThat(schedules.all(false)).hasSize(1);
        assertThat(schedules.all(true)).hasSize(1);
        schedules.runs().end(call, Optional.of(ErrorCode.ACTOR_ABORTED.error()));
        schedules.runs().end(run, Optional.of(ErrorCode.ACTOR_ABORTED.error()));
        assertThat(stored()).containsExactly("DELETE _rivet_schedule_events", "INSERT _rivet_schedule_events", "INSERT _rivet_schedule_history",
            "DELETE _rivet_schedule_history");
        assertThat(schedules.readable("cron:j").orElseThrow().trigger()).isEqualTo(NOON.plusSeconds(20));
    }

    @Test
    @DisplayName("R-sched-22: a job that is deleted and set again while a run is under way does not run beside that")
    void replacedWhileRunning() {
        job("j", 10);
        stored();
        now = NOON.plusSeconds(10);
        take();
        Run run = begin("cron:j");
        stored();
        schedules.remove("cron:j");
        job("j", 20);
        stored();
        now = NOON.plusSeconds(30);
        assertThat(take()).isEmpty();
        assertThat(schedules.readable("cron:j").orElseThrow().trigger()).isEqualTo(NOON.plusSeconds(40));
        stored();
        schedules.runs().end(run, Optional.empty());
        stored();
        now = NOON.plusSeconds(40);
        assertThat(take()).containsExactly("cron:j");
    }

    @Test
    @DisplayName("R-sched-20: so many are taken at a time, and no more are looked for meanwhile")
    void mostTaken() {
        for (int i = 0; i < Runs.MOST_TAKEN + 1; i++) {
            schedules.put(Scheduled.call("c" + i, NOON.plusMillis(i), "act", new byte[0]), 1_000);
        }
        stored();
        now = NOON.plusSeconds(1);
        assertThat(take()).hasSize(Runs.MOST_TAKEN).startsWith("c0", "c1").doesNotContain("c" + Runs.MOST_TAKEN);
        assertThat(schedules.runs().next()).isEmpty();
        schedules.runs().end(begin("c0"), Optional.empty());
        stored();
        assertThat(schedules.runs().next()).contains(NOON.plusMillis(Runs.MOST_TAKEN));
        assertThat(take()).containsExactly("c" + Runs.MOST_TAKEN);
    }

    @Test
    @DisplayName("Without code for its action a call is looked at less and less often")
    void suspended() {
        call("a", 10);
        stored();
        long pause = 60;
        now = NOON.plusSeconds(10);
        for (int i = 0; i < 9; i++) {
            assertThat(take()).containsExactly("a");
            assertThat(schedules.runs().begin("a", action -> false)).isEmpty();
            schedules.runs().giveBack("a");
            assertThat(stored()).containsExactly("INSERT _rivet_j_schedule");
            assertThat(schedules.runs().next()).contains(now.plusSeconds(pause));
            assertThat(schedules.runs().wake()).isEqualTo(schedules.runs().next());
            now = now.plusSeconds(pause);
            pause = Math.min(pause * 2, 3_840);
        }
        take();
        assertThat(begin("a").info().scheduledAt()).isEqualTo(NOON.plusSeconds(10));
    }
}
