package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Cron;
import rivet.actor.FireInfo;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Schedule;
import rivet.actor.ScheduleKind;
import rivet.actor.UserError;
import rivet.runtime.store.ActorStore;
import rivet.runtime.time.ManualTime;
import rivet.spi.engine.StopCause;
import rivet.spi.storage.Database;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** Scheduled calls and jobs on a real store, with time that passes when the test says so. */
@Timeout(60)
class ScheduleTest {

    private static final List<FireInfo> INFOS = new CopyOnWriteArrayList<>();
    private static final Map<String, CompletableFuture<String>> EVENTS = new ConcurrentHashMap<>();

    private static CompletableFuture<String> event(String name) {
        return EVENTS.computeIfAbsent(name, n -> new CompletableFuture<>());
    }

    /** What all versions of the type have. */
    public abstract static class Base extends Actor<Base.State> {

        @ImmutableState
        public record State(List<String> done) {

            State plus(String tag) {
                List<String> more = new ArrayList<>(done);
                more.add(tag);
                return new State(more);
            }
        }

        @Override
        protected State createState(Input input) {
            return new State(List.of());
        }

        @Action
        public String after(long millis, String action, String tag) {
            return schedule().after(Duration.ofMillis(millis), action, tag);
        }

        @Action
        public String at(long epochMillis, String tag) {
            return schedule().at(Instant.ofEpochMilli(epochMillis), "fire", tag);
        }

        @Action
        public String afterAndFail(long millis) {
            schedule().after(Duration.ofMillis(millis), "fire", "kept");
            throw new UserError("nevertheless");
        }

        @Action
        public boolean cancel(String id) {
            return schedule().cancel(id);
        }

        @Action
        public List<String> list() {
            return schedule().list().stream().map(event -> event.action() + event.args() + (event.suspended() ? " suspended" : "")).toList();
        }

        @Action
        public String runAt(String id) {
            return schedule().get(id).map(Schedule.Event::runAt).map(Instant::toString).orElse("none");
        }

        @Action
        public List<String> done() {
            return state().done();
        }

        @Action
        public void every(String name, long millis, String action, String tag) {
            cron().every(name, Duration.ofMillis(millis), action, tag);
        }

        @Action
        public void cron(String name, String expression, String zone, int maxHistory, String action) {
            cron().set(name, expression, new Cron.Options(zone, maxHistory), action, name);
        }

        @Action
        public boolean delete(String name) {
            return cron().delete(name);
        }

        @Action
        public List<String> jobs() {
            return cron().list().stream().map(Base::text).toList();
        }

        @Action
        public String job(String name) {
            return cron().get(name).map(Base::text).orElse("none");
        }

        private static String text(Cron.Job job) {
            return job.name() + " " + job.kind() + " " + job.expression().orElse("") + job.zone().map(z -> " " + z).orElse("")
                + job.interval().map(Duration::toString).orElse("") + " " + job.action() + job.args() + " " + job.maxHistory() + " next " + job.nextRun().getEpochSecond()
                + job.lastRun().map(last -> " last " + last.getEpochSecond()).orElse("") + (job.running() ? " running" : "") + (job.suspended() ? " suspended" : "");
        }

        @Action
        public List<String> history(String name) {
            return cron().history(name, 1_000).stream().map(run -> run.scheduledAt().getEpochSecond() + " " + run.result() + run.error()
                .map(e -> " " + e.group() + "." + e.code() + ": " + e.getMessage() + e.metadata().map(m -> " " + m).orElse("")).orElse("")
                + (run.finishedAt().isPresent() ? "" : " ...")).toList();
        }

        @Action
        public List<String> ownHistory() {
            cron().every("own", Duration.ofSeconds(10), "readHistory");
            return history("own");
        }

        @Action
        public void readHistory() {
            setState(state().plus(String.join(",", history("own"))));
        }
    }

    public static final class Planner extends Base {

        @Action
        public void fire(String tag, FireInfo info) {
            if (info != null) {
                INFOS.add(info);
            }
            assertThat(schedule().current()).isEqualTo(Optional.ofNullable(info));
            assertThat(connection().isPresent()).isEqualTo(info == null);
            updateState(s -> s.plus(tag));
        }

        @Action
        public void slow(String tag, Map<String, Object> info) {
            updateState(s -> s.plus(tag + " begins " + info.get("attempt")));
            event("reached " + tag).complete(String.valueOf(info.get("attempt")));
            String what = await(event(tag));
            updateState(s -> s.plus(tag + " " + what));
        }

        @Action
        public void fails(String tag) {
            updateState(s -> s.plus(tag));
            throw new UserError("no " + tag, "nope", Map.of("tag", tag));
        }

        @Action
        public void spin(String tag) {
            ScheduleTest.spin();
        }

        @Action
        public void breaks(String tag) {
            throw new IllegalStateException("secret " + tag);
        }
    }

    private static void spin() {
        event("spins").complete("now");
        while (!event("end of spin").isDone()) {
            Thread.onSpinWait();
        }
    }

    public static final class Poor extends Base {}

    /** Its state cannot be stored when it has a certain entry. */
    public static final class Unstorable extends Actor<Object> {

        @Override
        protected Object createState(Input input) {
            return "good";
        }

        @Action
        public void later() {
            schedule().after(Duration.ofSeconds(1), "spoil");
        }

        @Action
        public void spoil() {
            setState(new Object() {
                @SuppressWarnings("unused")
                public String getSecret() {
                    throw new IllegalStateException("cannot be read");
                }
            });
        }

        @Action
        public int pending() {
            return schedule().list().size();
        }
    }

    @TempDir
    Path data;

    private final ManualTime time = new ManualTime();
    private FaultyStorage faults;
    private TestPlatform platform;

    @BeforeEach
    void start() throws Exception {
        INFOS.clear();
        EVENTS.clear();
        time.setClock(Instant.ofEpochSecond(1_000_000));
        boot();
        platform.start("planner", "a");
    }

    private void boot() {
        platform = new TestPlatform(data, storage -> faults = new FaultyStorage(storage), Duration.ofMillis(400), time);
        platform.type("planner", Planner::new, "noSleep", true, "maxSchedules", 5);
    }

    @AfterEach
    void close() {
        EVENTS.values().forEach(event -> event.complete("the end"));
        platform.close();
    }

    private Object call(String action, Object... args) throws Exception {
        return platform.call("a", action, args);
    }

    private void untilDone(String... tags) throws Exception {
        TestPlatform.until(() -> {
            try {
                return call("done").equals(List.of(tags));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private void pass(long seconds) {
        time.pass(Duration.ofSeconds(seconds));
    }

    private long seconds(long more) {
        return 1_000_000 + more;
    }

    // ------------------------------------------------------------------ single calls

    @Test
    @DisplayName("R-sched-1, R-sched-33: a call takes place at its time, once, and knows what it is")
    void callTakesPlace() throws Exception {
        String id = (String) call("after", 10_000, "fire", "a");
        pass(9);
        assertThat(call("done")).isEqualTo(List.of());
        assertThat(call("runAt", id)).isEqualTo(Instant.ofEpochSecond(seconds(10)).toString());
        pass(1);
        untilDone("a");
        FireInfo info = INFOS.getFirst();
        assertThat(info).isEqualTo(new FireInfo(ScheduleKind.AT, id, Optional.empty(), Instant.ofEpochSecond(seconds(10)), info.firedAt(), 1));
        assertThat(info.firedAt()).isEqualTo(Instant.ofEpochSecond(seconds(10)));
        assertThat(call("list")).isEqualTo(List.of());
        pass(100);
        untilDone("a");
    }

    @Test
    @DisplayName("R-sched-1: times in the past are due at once")
    void pastTimes() throws Exception {
        call("at", 5, "old");
        pass(0);
        untilDone("old");
        call("after", -9_007_199_254_740_991L, "fire", "older");
        pass(0);
        untilDone("old", "older");
        call("after", 9_007_199_254_740_991L, "fire", "never");
        pass(100);
        untilDone("old", "older");
    }

    @Test
    @DisplayName("R-sched-2: only what has not begun, and is no job, can be taken back")
    void cancel() throws Exception {
        String id = (String) call("after", 10_000, "fire", "a");
        assertThat(call("cancel", id)).isEqualTo(true);
        assertThat(call("cancel", id)).isEqualTo(false);
        assertThat(call("cancel", "unknown")).isEqualTo(false);
        call("every", "job", 10_000, "fire", "job");
        assertThat(call("cancel", "cron:job")).isEqualTo(false);
        assertThat(call("delete", "job")).isEqualTo(true);
        String begun = (String) call("after", 10_000, "slow", "s");
        pass(10);
        TestPlatform.await(event("reached s"));
        assertThat(call("cancel", begun)).isEqualTo(false);
        assertThat(call("list")).isEqualTo(List.of());
        event("s").complete("ends");
        untilDone("s begins 1", "s ends");
    }

    @Test
    @DisplayName("R-sched-3: calls are listed in the order of their times, jobs are not")
    void list() throws Exception {
        call("after", 30_000, "fire", "c");
        call("after", 10_000, "fire", "a");
        call("every", "job", 10_000, "fire", "job");
        call("after", 20_000, "fire", "b");
        assertThat(call("list")).isEqualTo(List.of("fire[a]", "fire[b]", "fire[c]"));
        assertThat(call("runAt", "unknown")).isEqualTo("none");
        assertThat(call("runAt", "cron:job")).isEqualTo("none");
    }

    @Test
    @DisplayName("R-sched-6: there are no more than there may be; replacing is allowed, and those that are there stay")
    void capacity() throws Exception {
        for (int i = 0; i < 4; i++) {
            call("after", 9_000 + i, "fire", "x" + i);
        }
        call("every", "job", 10_000, "fire", "job");
        assertThatThrownBy(() -> call("after", 10_000, "fire", "x")).hasMessageContaining("limit of 5 pending schedules");
        assertThatThrownBy(() -> call("every", "other", 10_000, "fire", "x")).hasMessageContaining("limit of 5 pending schedules");
        call("every", "job", 20_000, "fire", "job");
        platform.putToSleep("a");
        platform.type("planner", "2.0.0", Planner::new, "noSleep", true, "maxSchedules", 0);
        platform.start("planner", "a");
        assertThatThrownBy(() -> call("after", 10_000, "fire", "x")).hasMessageContaining("limit of 0 pending schedules");
        call("every", "job", 30_000, "fire", "job");
        pass(10);
        untilDone("x0", "x1", "x2", "x3");
    }

    @Test
    @DisplayName("R-sched-20: what is due together takes place in the order of times, more than a batch of it")
    void batches() throws Exception {
        platform.type("many", Planner::new, "noSleep", true);
        platform.start("many", "m");
        List<String> expected = new ArrayList<>();
        for (int i = 299; i >= 0; i--) {
            platform.call("m", "after", 10_000 + i, "fire", "t" + i);
        }
        for (int i = 0; i < 300; i++) {
            expected.add("t" + i);
        }
        time.pass(Duration.ofMillis(10_299));
        TestPlatform.until(() -> {
            time.pass(Duration.ofMillis(1)); // timers for the batches behind the first
            return INFOS.size() == 300;
        });
        assertThat(platform.call("m", "done")).isEqualTo(expected);
        assertThat(platform.call("m", "list")).isEqualTo(List.of());
    }

    @Test
    @DisplayName("R-sched-30: a call that fails is over, and others go on")
    void failure() throws Exception {
        call("after", 1_000, "breaks", "1");
        call("after", 1_000, "fails", "2");
        call("after", 1_000, "fire", "3");
        pass(1);
        TestPlatform.until(() -> INFOS.size() == 1);
        assertThat((List<?>) call("done")).hasSize(2);
        pass(100);
        assertThat((List<?>) call("done")).hasSize(2);
        assertThat(call("list")).isEqualTo(List.of());
    }

    @Test
    @DisplayName("What an action schedules stays when it throws, like its other changes")
    void scheduledByFailingAction() throws Exception {
        assertThatThrownBy(() -> call("afterAndFail", 1_000)).hasMessageContaining("nevertheless");
        pass(1);
        untilDone("kept");
    }

    @Test
    @DisplayName("A call whose turn cannot be stored has failed; it is not made again and again")
    void turnUndone() throws Exception {
        platform.type("unstorable", Unstorable::new, "noSleep", true);
        platform.start("unstorable", "u");
        platform.call("u", "later");
        assertThat(platform.call("u", "pending")).isEqualTo(1);
        pass(1);
        TestPlatform.until(() -> {
            try {
                return platform.call("u", "pending").equals(0);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    // ------------------------------------------------------------------ crashes and sleep

    @Test
    @DisplayName("R-sched-20: an action without await points and the removal of its call are one commit")
    void exactlyOnce() throws Exception {
        call("after", 1_000, "fire", "a");
        faults.failNext = true;
        pass(1);
        TestPlatform.until(() -> INFOS.size() == 1);
        TestPlatform.until(() -> {
            time.pass(Duration.ofMillis(100)); // the pause before the restart
            return INFOS.size() == 2;
        });
        untilDone("a");
        assertThat(INFOS.get(1)).isEqualTo(new FireInfo(INFOS.getFirst().kind(), INFOS.getFirst().id(), Optional.empty(), INFOS.getFirst().scheduledAt(), INFOS.get(1).firedAt(), 1));
    }

    @Test
    @DisplayName("R-life-21: an action that was cut off at an await point begins again, and knows so")
    void atLeastOnce() throws Exception {
        call("after", 1_000, "slow", "s");
        pass(1);
        TestPlatform.await(event("reached s"));
        EVENTS.remove("reached s");
        stopWithoutPatience();
        assertThat(platform.alarm.get("a")).as("begun again after a pause").hasValueSatisfying(at -> assertThat(at).isAfter(Instant.ofEpochSecond(seconds(17))));
        platform.start("planner", "a");
        assertThat(TestPlatform.await(event("reached s"))).isEqualTo("2");
        event("s").complete("ends");
        untilDone("s begins 1", "s begins 2", "s ends");
        assertThat(call("list")).isEqualTo(List.of());
    }

    /** The grace passes. */
    private void stopWithoutPatience() throws Exception {
        CompletableFuture<Void> stopped = platform.stopLater("a", StopCause.SLEEP_INTENT);
        TestPlatform.until(() -> {
            pass(16);
            return stopped.isDone();
        });
    }

    @Test
    @DisplayName("R-start-11: what became due while the actor slept takes place when it starts")
    void overdueAtStart() throws Exception {
        call("after", 1_000, "fire", "a");
        platform.putToSleep("a");
        assertThat(platform.alarm.get("a")).contains(Instant.ofEpochSecond(seconds(1)));
        pass(5);
        platform.start("planner", "a");
        untilDone("a");
        assertThat(INFOS.getFirst().scheduledAt()).isEqualTo(Instant.ofEpochSecond(seconds(1)));
        platform.putToSleep("a");
        assertThat(platform.alarm.get("a")).as("nothing left").isEmpty();
    }

    @Test
    @DisplayName("R-stop-12: what becomes due while the actor stops waits for its next start")
    void dueWhileStopping() throws Exception {
        call("after", 5_000, "fire", "a");
        CompletableFuture<Object> running = platform.callLater("a", "slow", "s", Map.of("attempt", 0));
        TestPlatform.await(event("reached s"));
        CompletableFuture<Void> stopped = platform.stopLater("a", StopCause.SLEEP_INTENT);
        pass(5);
        event("s").complete("ends");
        TestPlatform.await(running);
        TestPlatform.await(stopped);
        assertThat(INFOS).isEmpty();
        assertThat(platform.alarm.get("a")).contains(Instant.ofEpochSecond(seconds(5)));
        platform.start("planner", "a");
        untilDone("s begins 0", "s ends", "a");
    }

    @Test
    @DisplayName("R-sched-29 differs: a call without an action is kept, and made when there is code that has it")
    void missingAction() throws Exception {
        platform.type("swapped", "1.0.0", Poor::new, "noSleep", true);
        platform.start("swapped", "p");
        platform.call("p", "after", 1_000, "fire", "a");
        platform.call("p", "every", "job", 10_000, "fire", "job");
        pass(10);
        TestPlatform.until(() -> {
            pass(0); // what was due at 10 as well may have been set after that
            try {
                return platform.call("p", "list").equals(List.of("fire[a] suspended")) && platform.call("p", "job", "job").toString().endsWith(" suspended");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(platform.call("p", "history", "job")).isEqualTo(List.of(seconds(10) + " ERROR actor.action_not_found: Action `fire` was not found. {name=fire}"));
        platform.putToSleep("p");
        assertThat(platform.alarm.get("p").orElseThrow()).as("looked at again").isAfter(time.clock().instant()).isBefore(time.clock().instant().plusSeconds(61));
        platform.type("swapped", "2.0.0", Planner::new, "noSleep", true);
        platform.start("swapped", "p");
        TestPlatform.until(() -> INFOS.size() == 2);
        assertThat(platform.call("p", "done")).isEqualTo(List.of("a", "job"));
        assertThat(platform.call("p", "list")).isEqualTo(List.of());
        assertThat(platform.call("p", "job", "job").toString()).contains("next " + seconds(20)).doesNotContain("suspended");
    }

    // ------------------------------------------------------------------ the alarm of the engine

    @Test
    @DisplayName("R-sched-41, R-sched-45: the engine has one alarm: earlier ones at once, others when the actor goes to sleep")
    void alarms() throws Exception {
        platform.alarms.clear();
        call("after", 100_000, "fire", "a");
        String b = (String) call("after", 50_000, "fire", "b");
        call("after", 200_000, "fire", "c");
        assertThat(platform.alarms).containsExactly("a " + Instant.ofEpochSecond(seconds(100)), "a " + Instant.ofEpochSecond(seconds(50)));
        call("cancel", b);
        assertThat(platform.alarms).hasSize(2);
        platform.putToSleep("a");
        assertThat(platform.alarms).hasSize(3).last().isEqualTo("a " + Instant.ofEpochSecond(seconds(100)));
        platform.start("planner", "a");
        platform.putToSleep("a");
        assertThat(platform.alarms).as("nothing changed").hasSize(3);
    }

    @Test
    @DisplayName("R-sched-46: an alarm that rings while the actor is awake does no more than the timer")
    void ringing() throws Exception {
        call("after", 10_000, "fire", "a");
        platform.ring("a");
        assertThat(call("done")).isEqualTo(List.of());
        time.setClock(Instant.ofEpochSecond(seconds(10)));
        platform.ring("a");
        platform.ring("a");
        untilDone("a");
        pass(60);
        untilDone("a");
        platform.putToSleep("a");
        assertThat(platform.alarms).last().isEqualTo("a never");
    }

    @Test
    @DisplayName("The alarm is the engine's before the commit that needs it; if it cannot be set, nothing is scheduled")
    void alarmFirst() throws Exception {
        platform.refusesAlarms = true;
        assertThatThrownBy(() -> call("after", 10_000, "fire", "a")).hasMessageContaining("its alarm could not be set");
        platform.refusesAlarms = false;
        assertThat(call("list")).isEqualTo(List.of());
        call("after", 10_000, "fire", "b");
        assertThat(platform.alarm.get("a")).contains(Instant.ofEpochSecond(seconds(10)));
        pass(10);
        untilDone("b");
    }

    // ------------------------------------------------------------------ jobs

    @Test
    @DisplayName("R-sched-21: a job keeps its cadence, and runs once for all runs that were missed")
    void cadence() throws Exception {
        call("every", "job", 10_000, "fire", "j");
        assertThat(call("jobs")).isEqualTo(List.of("job EVERY PT10S fire[j] 100 next " + seconds(10)));
        pass(10);
        untilDone("j");
        platform.putToSleep("a");
        assertThat(platform.alarm.get("a")).contains(Instant.ofEpochSecond(seconds(20)));
        pass(37);
        platform.start("planner", "a");
        untilDone("j", "j");
        assertThat(INFOS.get(1)).isEqualTo(new FireInfo(ScheduleKind.EVERY, "job", Optional.of("job"), Instant.ofEpochSecond(seconds(20)),
            Instant.ofEpochSecond(seconds(47)), 1));
        assertThat(call("job", "job")).isEqualTo("job EVERY PT10S fire[j] 100 next " + seconds(50) + " last " + seconds(47));
        pass(3);
        untilDone("j", "j", "j");
        assertThat(call("history", "job")).isEqualTo(List.of(seconds(50) + " OK", seconds(20) + " OK", seconds(10) + " OK"));
    }

    @Test
    @DisplayName("R-sched-22: a run that is due while the one before is under way is skipped; other jobs run")
    void overlap() throws Exception {
        call("every", "slow", 10_000, "slow", "s");
        call("every", "other", 15_000, "fire", "o");
        pass(10);
        TestPlatform.await(event("reached s"));
        pass(5);
        untilDone("s begins 1", "o");
        pass(5);
        TestPlatform.until(() -> historySize("slow") == 2);
        assertThat(call("history", "slow")).isEqualTo(List.of(seconds(20) + " SKIPPED", seconds(10) + " RUNNING ..."));
        assertThat(call("job", "slow")).isEqualTo("slow EVERY PT10S slow[s] 100 next " + seconds(30) + " last " + seconds(10) + " running");
        event("s").complete("ends");
        untilDone("s begins 1", "o", "s ends");
        assertThat(call("history", "slow")).isEqualTo(List.of(seconds(20) + " SKIPPED", seconds(10) + " OK"));
    }

    private int historySize(String job) {
        try {
            return ((List<?>) call("history", job)).size();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("R-sched-31: a run that was cut off is in the history as interrupted, and its job's run begins again")
    void interrupted() throws Exception {
        call("every", "slow", 10_000, "slow", "s");
        pass(10);
        TestPlatform.await(event("reached s"));
        EVENTS.remove("reached s");
        untilDone("s begins 1"); // it is stored that it has begun
        stopWithoutPatience();
        platform.start("planner", "a");
        assertThat(TestPlatform.await(event("reached s"))).isEqualTo("2");
        event("s").complete("ends");
        untilDone("s begins 1", "s begins 2", "s ends");
        List<Object> history = new ArrayList<>((List<?>) call("history", "slow"));
        assertThat(history.getLast()).isEqualTo(seconds(10) + " ERROR schedule.interrupted: Scheduled action was interrupted before completion.");
        assertThat(history).contains(seconds(10) + " OK");
    }

    @Test
    @DisplayName("R-sched-28: the history says of a failure what a client would be told")
    void failedRuns() throws Exception {
        call("every", "fails", 10_000, "fails", "f");
        call("every", "breaks", 10_000, "breaks", "b");
        pass(10);
        TestPlatform.until(() -> historySize("fails") == 1 && historySize("breaks") == 1);
        assertThat(call("history", "fails")).isEqualTo(List.of(seconds(10) + " ERROR user.nope: no f {tag=f}"));
        assertThat(call("history", "breaks")).isEqualTo(List.of(seconds(10) + " ERROR rivetkit.internal_error: An internal error occurred"));
        pass(10);
        TestPlatform.until(() -> historySize("fails") == 2 && historySize("breaks") == 2);
    }

    @Test
    @DisplayName("R-sched-7: a job that is set again keeps its next run if its cadence stays, and the time of its last run")
    void setAgain() throws Exception {
        call("every", "job", 10_000, "fire", "j");
        pass(10);
        untilDone("j");
        pass(4);
        call("every", "job", 10_000, "fire", "k");
        assertThat(call("job", "job")).isEqualTo("job EVERY PT10S fire[k] 100 next " + seconds(20) + " last " + seconds(10));
        call("every", "job", 20_000, "fire", "k");
        assertThat(call("job", "job")).isEqualTo("job EVERY PT20S fire[k] 100 next " + seconds(34) + " last " + seconds(10));
        call("cron", "job", "0 0 * * *", "UTC", 100, "fire");
        assertThat(call("job", "job")).isEqualTo("job CRON 0 0 * * * UTC fire[job] 100 next 1036800 last " + seconds(10));
        assertThat(historySize("job")).isEqualTo(1);
        call("cron", "job", "0 0 * * *", "UTC", 0, "fire");
        assertThat(historySize("job")).isZero();
    }

    @Test
    @DisplayName("R-sched-4, R-sched-9: a cron job runs by its zone")
    void cronJob() throws Exception {
        call("cron", "job", "*/5 * * * *", "Europe/Berlin", 2, "fire");
        assertThat(call("job", "job")).isEqualTo("job CRON */5 * * * * Europe/Berlin fire[job] 2 next 1000200");
        List<String> done = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            pass(i == 0 ? 200 : 300);
            done.add("job");
            untilDone(done.toArray(String[]::new));
        }
        assertThat(INFOS.getLast().kind()).isEqualTo(ScheduleKind.CRON);
        assertThat(call("history", "job")).as("R-sched-23: the newest are kept").isEqualTo(List.of("1001100 OK", "1000800 OK"));
    }

    @Test
    @DisplayName("R-sched-8: a job goes with its history, and a later one of its name begins with none")
    void delete() throws Exception {
        call("every", "job", 10_000, "fire", "j");
        pass(10);
        untilDone("j");
        assertThat(historySize("job")).isEqualTo(1);
        assertThat(call("delete", "job")).isEqualTo(true);
        assertThat(call("delete", "job")).isEqualTo(false);
        assertThat(call("job", "job")).isEqualTo("none");
        call("every", "job", 10_000, "fire", "j");
        assertThat(historySize("job")).isZero();
        pass(5);
        assertThat(call("done")).isEqualTo(List.of("j"));
    }

    @Test
    @DisplayName("R-sched-5: nothing is changed by what is not acceptable")
    void validation() throws Exception {
        assertThatThrownBy(() -> call("every", "", 10_000, "fire", "x")).hasMessageContaining("name is invalid");
        assertThatThrownBy(() -> call("every", "é".repeat(65), 10_000, "fire", "x")).hasMessageContaining("name is invalid");
        assertThatThrownBy(() -> call("every", "x", 4_999, "fire", "x")).hasMessageContaining("at least 5000 ms; received 4999 ms");
        assertThatThrownBy(() -> call("cron", "x", "* * * *", "UTC", 1, "fire")).hasMessageContaining("Cron expression is invalid");
        assertThatThrownBy(() -> call("cron", "x", "0 0 30 2 *", "UTC", 1, "fire")).hasMessageContaining("no date fits it");
        assertThatThrownBy(() -> call("cron", "x", "* * * * *", "Mars/Olympus", 1, "fire")).hasMessageContaining("timezone 'Mars/Olympus' is invalid");
        assertThatThrownBy(() -> call("cron", "x", "* * * * *", "+02:00", 1, "fire")).hasMessageContaining("timezone '+02:00' is invalid");
        assertThatThrownBy(() -> call("cron", "x", "* * * * *", "UTC", 1_001, "fire")).hasMessageContaining("between 0 and 1000; received 1001");
        assertThatThrownBy(() -> call("cron", "x", "* * * * *", "UTC", -1, "fire")).hasMessageContaining("received -1");
        call("every", "é".repeat(64), 5_000, "fire", "x");
        assertThat((List<?>) call("jobs")).hasSize(1);
    }

    @Test
    @DisplayName("The history that a turn reads has what the turn did itself")
    void ownHistory() throws Exception {
        assertThat(call("ownHistory")).isEqualTo(List.of());
        pass(10);
        untilDone(seconds(10) + " RUNNING ...");
        assertThat(call("history", "own")).isEqualTo(List.of(seconds(10) + " OK"));
    }

    private Result inDatabase(String sql, Object... params) throws Exception {
        Database database = new ActorStore(platform.store()).open("a").toCompletableFuture().get(10, TimeUnit.SECONDS);
        Result result = database.execute(Statement.of(sql, params)).toCompletableFuture().get(10, TimeUnit.SECONDS);
        database.close().toCompletableFuture().get(10, TimeUnit.SECONDS);
        return result;
    }

    @Test
    @DisplayName("R-sched-26, R-sched-32: a row that cannot be read holds nothing up, and can be removed")
    void unreadableRow() throws Exception {
        call("every", "bad", 10_000, "fire", "bad");
        call("every", "job", 10_000, "fire", "j");
        String id = (String) call("after", 10_000, "fire", "a");
        String odd = (String) call("after", 10_000, "fire", "b");
        platform.putToSleep("a");
        inDatabase("UPDATE _rivet_schedule_events SET interval_ms = 4999 WHERE event_id = 'cron:bad'");
        inDatabase("UPDATE _rivet_schedule_events SET kind = 7 WHERE event_id = ?", odd);
        platform.start("planner", "a");
        assertThat(call("runAt", id)).isNotEqualTo("none");
        assertThatThrownBy(() -> call("job", "bad")).hasMessageContaining("Stored schedule 'cron:bad' is invalid: interval_ms is 4999");
        assertThatThrownBy(() -> call("runAt", odd)).hasMessageContaining("kind is 7");
        pass(10);
        TestPlatform.until(() -> INFOS.size() == 2);
        assertThat((List<?>) call("jobs")).hasSize(1);
        assertThat(call("delete", "bad")).isEqualTo(true);
        assertThat(call("cancel", odd)).isEqualTo(true);
        assertThat(call("job", "bad")).isEqualTo("none");
        platform.putToSleep("a");
        assertThat(inDatabase("SELECT event_id FROM _rivet_schedule_events").rows()).hasSize(1);
    }

    @Test
    @DisplayName("R-sched-24: an actor's history as a whole is bounded")
    void historyIsBounded() throws Exception {
        call("every", "job", 10_000, "fire", "j");
        platform.putToSleep("a");
        inDatabase("""
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10098)
            INSERT INTO _rivet_schedule_history (id, schedule_id, action, scheduled_at, fired_at, finished_at, result)
            SELECT i, 'cron:other' || i % 20, 'x', i, i, i, 1 FROM n""");
        platform.start("planner", "a");
        call("list"); // by now it waits for the job to be due
        pass(10);
        untilDone("j");
        pass(10);
        untilDone("j", "j");
        platform.putToSleep("a");
        assertThat(inDatabase("SELECT count(*), max(id) FROM _rivet_schedule_history").rows().getFirst()).containsExactly(9_900L, 10_100L);
    }

    @Test
    @DisplayName("R-sched-11, R-state-45: saving the state writes no row of a schedule")
    void stateAlone() throws Exception {
        call("after", 10_000, "fire", "a");
        platform.putToSleep("a");
        inDatabase("CREATE TABLE written (id TEXT)");
        for (String change : List.of("INSERT", "UPDATE", "DELETE")) {
            inDatabase("CREATE TRIGGER t" + change + " AFTER " + change + " ON _rivet_schedule_events BEGIN INSERT INTO written VALUES ('" + change + "'); END");
        }
        platform.start("planner", "a");
        call("fire", "x");
        platform.putToSleep("a");
        assertThat(inDatabase("SELECT * FROM written").rows()).isEmpty();
        assertThat(inDatabase("SELECT state FROM _rivet_actor_state").rows()).hasSize(1);
    }

    @Test
    @DisplayName("A database that an earlier platform made is brought up to date")
    void olderDatabase() throws Exception {
        call("after", 10_000, "fire", "a");
        platform.putToSleep("a");
        inDatabase("ALTER TABLE _rivet_j_turn DROP COLUMN saves");
        inDatabase("DROP TABLE _rivet_j_schedule");
        inDatabase("DROP TABLE _rivet_j_conn");
        inDatabase("UPDATE _rivet_j_schema SET version = 2");
        platform.start("planner", "a");
        call("list"); // by now it waits for the call to be due
        pass(10);
        untilDone("a");
    }

    @Test
    @DisplayName("A scheduled action that never ends costs its instance, once; others begin again")
    void neverEnds() throws Exception {
        call("after", 1_000, "slow", "s");
        pass(1);
        assertThat(TestPlatform.await(event("reached s"))).isEqualTo("1");
        EVENTS.remove("reached s");
        call("after", 1_000, "spin", "x");
        pass(1);
        TestPlatform.await(event("spins"));
        TestPlatform.until(() -> {
            pass(1); // the time of the action, then that for its interruption
            return event("reached s").isDone();
        });
        assertThat(event("reached s").join()).isEqualTo("2");
        event("s").complete("ends");
        untilDone("s begins 1", "s begins 2", "s ends");
        assertThat(call("list")).isEqualTo(List.of());
        event("end of spin").complete("now");
    }

    @Test
    @DisplayName("A scheduled action is one of those that an actor may do one after the other")
    void serial() throws Exception {
        platform.type("serial", Planner::new, "noSleep", true, "concurrency", "SERIAL");
        platform.start("serial", "s");
        platform.call("s", "after", 1_000, "slow", "s");
        pass(1);
        TestPlatform.await(event("reached s"));
        CompletableFuture<Object> behind = platform.callLater("s", "done");
        event("s").complete("ends");
        assertThat(TestPlatform.await(behind)).isEqualTo(List.of("s begins 1", "s ends"));
    }

    @Test
    @DisplayName("R-sched-20: with state that is saved at intervals a call is removed when its action returns")
    void intervalDurability() throws Exception {
        platform.type("interval", Planner::new, "noSleep", true, "durability", "INTERVAL");
        platform.start("interval", "i");
        platform.call("i", "after", 1_000, "fire", "a");
        platform.call("i", "every", "job", 10_000, "fire", "j");
        pass(1);
        TestPlatform.until(() -> INFOS.size() == 1);
        assertThat(platform.call("i", "list")).isEqualTo(List.of());
        platform.putToSleep("i");
        assertThat(platform.alarm.get("i")).contains(Instant.ofEpochSecond(seconds(10)));
        platform.start("interval", "i");
        platform.call("i", "list"); // by now it waits for the job to be due
        pass(9);
        TestPlatform.until(() -> INFOS.size() == 2);
        assertThat(platform.call("i", "history", "job")).isEqualTo(List.of(seconds(10) + " OK"));
        assertThat(platform.call("i", "done")).isEqualTo(List.of("a", "j"));
    }

    @Test
    @DisplayName("A clock that is set back does not stop a job")
    void clockSetBack() throws Exception {
        time.setClock(Instant.ofEpochSecond(100_000_000));
        call("every", "job", 10_000, "fire", "j");
        time.setClock(Instant.ofEpochSecond(seconds(0)));
        pass(60);
        TestPlatform.until(() -> {
            pass(1);
            return !INFOS.isEmpty();
        });
    }
}
