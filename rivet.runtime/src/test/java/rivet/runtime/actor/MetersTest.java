package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Receive;
import rivet.actor.UserError;
import rivet.inspect.Measure;
import rivet.runtime.host.HostMeters;
import rivet.spi.engine.StopCause;

/** What actors do is counted (spec/core.md 11). */
class MetersTest extends ActorTest {

    private static final CompletableFuture<Void> NEVER = new CompletableFuture<>();

    public static final class Worker extends Actor<Void> {

        @Action
        public long send(String body) {
            return queue().send("jobs", body);
        }

        @Action
        public String take() {
            return queue().tryNext(Receive.from("jobs")).map(message -> message.body(String.class)).orElse("");
        }

        @Action
        public void fail() {
            throw new UserError("no", "no");
        }

        @Action
        public void declare() {
            keepAwake(NEVER);
            waitUntil(NEVER);
            waitUntil(NEVER);
        }
    }

    public static final class Broken extends Actor<Void> {

        @Override
        protected void onWake() {
            throw new UserError("no", "no");
        }
    }

    private Measure measure(String name, Map<String, String> labels) {
        return new HostMeters(platform.host()).measures().stream().filter(one -> one.name().equals("rivetkit_actor_" + name) && one.labels().equals(labels)).findFirst()
            .orElseThrow(() -> new AssertionError(name + " " + labels));
    }

    private double value(String name, String... labels) {
        return switch (measure(name, labels.length == 0 ? Map.of("actor_name", "worker") : Map.of("actor_name", "worker", labels[0], labels[1]))) {
            case Measure.Count count -> count.value();
            case Measure.Level level -> level.value();
            case Measure.Durations durations -> durations.counts().stream().mapToLong(Long::longValue).sum();
        };
    }

    @Test
    void r_met_1_levelsGoBackToZero() throws Exception {
        platform.type("worker", Worker::new);
        platform.start("worker", "a");
        platform.start("worker", "b");
        platform.connect("a");
        TestPlatform.until(() -> value("connections_active") == 1);
        platform.call("a", "send", "x");
        assertThat(value("active_count")).isEqualTo(2);
        assertThat(value("queue_depth")).isEqualTo(1);
        assertThat(value("inbox_depth", "inbox", "dispatch")).isZero();
        platform.stop("a", StopCause.SLEEP_INTENT);
        platform.stop("b", StopCause.SLEEP_INTENT);
        for (String level : new String[] {"active_count", "connections_active", "queue_depth", "http_requests_active"}) {
            assertThat(value(level)).as(level).isZero();
        }
        assertThat(value("user_tasks_active", "kind", "action")).isZero();
    }

    @Test
    void workThatIsDeclaredIsALevel() throws Exception {
        platform.type("worker", Worker::new, "sleepGracePeriod", 1);
        platform.start("worker", "a");
        platform.call("a", "declare");
        assertThat(value("keep_awake_active", "kind", "keep_awake")).isEqualTo(1);
        assertThat(value("shutdown_tasks_active")).isEqualTo(2);
        platform.stop("a", StopCause.SLEEP_INTENT);
        assertThat(value("keep_awake_active", "kind", "keep_awake")).isZero();
        assertThat(value("shutdown_tasks_active")).isZero();
        assertThat(value("create_vars_duration_seconds")).isEqualTo(1);
    }

    @Test
    void whatHappenedIsCounted() throws Exception {
        platform.type("worker", Worker::new);
        platform.start("worker", "a");
        platform.connect("a");
        TestPlatform.until(() -> value("connections") == 1);
        platform.call("a", "send", "x");
        assertThat(platform.call("a", "take")).isEqualTo("x");
        assertThat(platform.callLater("a", "fail")).failsWithin(Duration.ofSeconds(30));
        platform.stop("a", StopCause.SLEEP_INTENT);
        assertThat(value("started")).isEqualTo(1);
        assertThat(value("stopped")).isEqualTo(1);
        assertThat(value("queue_messages_sent")).isEqualTo(1);
        assertThat(value("queue_messages_received")).isEqualTo(1);
        assertThat(value("call_errors")).isEqualTo(1);
        assertThat(value("user_task_duration_seconds", "kind", "action")).isEqualTo(3);
        assertThat(value("shutdown_wait_seconds", "reason", "sleep")).isEqualTo(1);
    }

    @Test
    void r_met_4_aStartThatFailsIsCountedAsOne() throws Exception {
        platform.type("broken", Broken::new);
        assertThat(platform.startLater("broken", "a", new byte[0])).failsWithin(Duration.ofSeconds(30));
        assertThat(starts("broken", "total", "error")).isEqualTo(1);
    }

    @Test
    void r_start_10_aStartIsMeasuredAsAWholeAndInItsPhases() throws Exception {
        platform.type("worker", Worker::new);
        platform.start("worker", "a");
        for (String phase : new String[] {"load_persisted", "runtime_preamble", "total"}) {
            assertThat(starts("worker", phase, "ok")).as(phase).isEqualTo(1);
        }
    }

    /** How many starts of new actors there were, of those whose times are told. */
    private long starts(String type, String phase, String outcome) {
        Map<String, String> labels = Map.of("actor_name", type, "is_new", "true", "phase", phase, "outcome", outcome);
        return ((Measure.Durations) measure("startup_phase_duration_seconds", labels)).counts().stream().mapToLong(Long::longValue).sum();
    }
}
