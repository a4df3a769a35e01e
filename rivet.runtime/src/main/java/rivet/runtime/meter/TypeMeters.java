package rivet.runtime.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

import rivet.inspect.Measure;

/** Counts what the actors of one type do. From any thread. */
public final class TypeMeters {

    /** One kind of work. */
    private record Work(LongAdder active, Histogram durations) {}

    private record Startup(String phase, boolean isNew, boolean ok) {}

    private final String type;
    private final Map<TaskKind, Work> work = new TreeMap<>();
    private final Map<Startup, Histogram> startups = new ConcurrentHashMap<>();
    private final Map<String, Histogram> shutdowns = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> timeouts = new ConcurrentHashMap<>();
    private final Histogram states = new Histogram();
    private final Histogram vars = new Histogram();
    private final LongAdder started = new LongAdder();
    private final LongAdder stopped = new LongAdder();
    private final LongAdder connected = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder errors = new LongAdder();

    TypeMeters(String type) {
        this.type = type;
        for (TaskKind kind : TaskKind.values()) {
            work.put(kind, new Work(new LongAdder(), new Histogram()));
        }
    }

    /** Work begins; {@link #ended} follows. */
    public void began(TaskKind kind) {
        if (kind != TaskKind.NONE) {
            work.get(kind).active().increment();
        }
    }

    /** Work has ended, however it did. */
    public void ended(TaskKind kind, long nanos) {
        if (kind != TaskKind.NONE) {
            work.get(kind).active().decrement();
            work.get(kind).durations().add(nanos);
        }
    }

    /** A call was answered with an error of the actor's code. */
    public void failed() {
        errors.increment();
    }

    /** An actor runs. */
    public void started() {
        started.increment();
    }

    /** An actor that ran does not any more. */
    public void stopped() {
        stopped.increment();
    }

    /**
     * A phase of a start has ended: {@code load_persisted}, {@code runtime_preamble} for the hooks, or {@code total} (R-met-4).
     *
     * @param isNew whether the actor had never run
     * @param ok whether it ended well
     */
    public void startup(String phase, boolean isNew, boolean ok, long nanos) {
        of(startups, new Startup(phase, isNew, ok), Histogram::new).add(nanos);
    }

    /** The first state of an actor was made. */
    public void stateCreated(long nanos) {
        states.add(nanos);
    }

    /** The object of an actor's code was made. */
    public void varsCreated(long nanos) {
        vars.add(nanos);
    }

    /**
     * A stop has ended.
     *
     * @param reason {@code sleep} or {@code destroy}
     */
    public void shutdown(String reason, long nanos) {
        of(shutdowns, reason, Histogram::new).add(nanos);
    }

    /** The grace period of a stop was over before its work was. */
    public void shutdownTimeout(String reason) {
        of(timeouts, reason, LongAdder::new).increment();
    }

    /** A connection was let in. */
    public void connected() {
        connected.increment();
    }

    /** A message was put into a queue. */
    public void sent() {
        sent.increment();
    }

    /** A message was taken from a queue. */
    public void received() {
        received.increment();
    }

    /** Returns what a map has for a key, which is made if it is not there; not while the map is locked, as {@code computeIfAbsent} would. */
    static <K, V> V of(Map<K, V> map, K key, Supplier<V> maker) {
        V known = map.get(key);
        if (known != null) {
            return known;
        }
        V made = maker.get();
        V first = map.putIfAbsent(key, made);
        return first == null ? made : first;
    }

    List<Measure> measures() {
        Map<String, String> labels = Map.of("actor_name", type);
        List<Measure> measures = new ArrayList<>();
        measures.add(new Measure.Count("rivetkit_actor_started", "Starts of actors", labels, started.sum()));
        measures.add(new Measure.Count("rivetkit_actor_stopped", "Stops of actors", labels, stopped.sum()));
        measures.add(new Measure.Count("rivetkit_actor_connections", "Connections that were let in", labels, connected.sum()));
        measures.add(new Measure.Count("rivetkit_actor_queue_messages_sent", "Messages put into queues", labels, sent.sum()));
        measures.add(new Measure.Count("rivetkit_actor_queue_messages_received", "Messages taken from queues", labels, received.sum()));
        measures.add(new Measure.Count("rivetkit_actor_call_errors", "Calls that were answered with an error of the actor", labels, errors.sum()));
        measures.add(new Measure.Level("rivetkit_actor_http_requests_active", "Requests that actors answer now", labels, work.get(TaskKind.HTTP).active().sum()));
        work.forEach((kind, one) -> {
            if (kind != TaskKind.NONE && !one.durations().isEmpty() || one.active().sum() != 0) {
                Map<String, String> both = Map.of("actor_name", type, "kind", kind.label());
                measures.add(new Measure.Level("rivetkit_actor_user_tasks_active", "Work of actors that has begun and not ended", both, one.active().sum()));
                measures.add(one.durations().measure("rivetkit_actor_user_task_duration_seconds", "How long work of actors took, waiting included", both));
            }
        });
        if (!states.isEmpty()) {
            measures.add(states.measure("rivetkit_actor_create_state_duration_seconds", "How long the first states of actors took to make", labels));
        }
        if (!vars.isEmpty()) {
            measures.add(vars.measure("rivetkit_actor_create_vars_duration_seconds", "How long the objects of actors took to make", labels));
        }
        startups.forEach((startup, durations) -> measures.add(durations.measure("rivetkit_actor_startup_phase_duration_seconds", "How long starts of actors took",
            Map.of("actor_name", type, "phase", startup.phase(), "is_new", Boolean.toString(startup.isNew()), "outcome", startup.ok() ? "ok" : "error"))));
        shutdowns.forEach((reason, durations) -> measures.add(durations.measure("rivetkit_actor_shutdown_wait_seconds", "How long stops of actors took",
            Map.of("actor_name", type, "reason", reason))));
        timeouts.forEach((reason, count) -> measures.add(new Measure.Count("rivetkit_actor_shutdown_timeout", "Stops whose work did not end in time",
            Map.of("actor_name", type, "reason", reason), count.sum())));
        return measures;
    }
}
