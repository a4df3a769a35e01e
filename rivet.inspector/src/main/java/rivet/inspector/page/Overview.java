package rivet.inspector.page;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import rivet.error.RivetException;
import rivet.inspect.ActorCount;
import rivet.inspect.Inspection;
import rivet.inspect.Measure;
import rivet.inspect.Meters;
import rivet.inspect.Rollout;
import rivet.inspect.Rollouts;
import rivet.inspect.StuckTurn;
import rivet.inspect.TypeInfo;
import rivet.inspect.TypeVersion;
import rivet.inspector.Shapes;

/** What the first screen shows: the types, how many actors they have, what those do, and what needs somebody's attention. Counters are since the start. */
final class Overview {

    private static final String PREFIX = "rivetkit_actor_";
    private static final String TYPE = "actor_name";
    private static final String TASKS = PREFIX + "user_task_duration_seconds";

    private final Inspection inspection;
    private final Rollouts rollouts;
    private final InstantSource clock;
    private final Counts counts;
    private final List<Meters> meters = new CopyOnWriteArrayList<>();

    Overview(Inspection inspection, Rollouts rollouts, InstantSource clock) {
        this.inspection = inspection;
        this.rollouts = rollouts;
        this.clock = clock;
        counts = new Counts(inspection, clock);
    }

    void add(Meters added) {
        meters.add(added);
    }

    void remove(Meters removed) {
        meters.remove(removed);
    }

    CompletionStage<Map<String, Object>> get() {
        return counts.get().thenApply(all -> {
            Map<String, Map<String, Object>> work = work();
            List<Object> types = new ArrayList<>();
            inspection.types().forEach(type -> types.add(type(type, all, work.getOrDefault(type.name(), Map.of()))));
            return Shapes.map("at", clock.millis(), "types", types, "namespaces", all.stream().map(ActorCount::namespace).distinct().sorted().toList(), "stuck",
                inspection.stuck().stream().map(Overview::stuck).toList(), "process", process());
        });
    }

    private Map<String, Object> type(TypeInfo type, List<ActorCount> counts, Map<String, Object> work) {
        List<ActorCount> its = counts.stream().filter(count -> count.type().equals(type.name())).toList();
        return Shapes.map("name", type.name(), "actors", its.stream().mapToLong(ActorCount::all).sum(), "awake", type.awake(), "failed",
            its.stream().mapToLong(ActorCount::failed).sum(), "error", type.error().orElse(null), "versions", versions(type.name()),
            "rollout", latest(type.name()), "work", work);
    }

    private List<Map<String, Object>> versions(String type) {
        try {
            return rollouts.versions(type).stream().map(Overview::version).toList();
        } catch (RivetException e) {
            return List.of(); // it has gone meanwhile
        }
    }

    private Map<String, Object> latest(String type) {
        try {
            return rollouts.rollout(type).map(Overview::rollout).orElse(null);
        } catch (RivetException e) {
            return null; // it has gone meanwhile
        }
    }

    static Map<String, Object> rollout(Rollout one) {
        return Shapes.map("version", one.version(), "bundle", one.bundle(), "pace", one.pace().toString(), "stage", one.stage().name().toLowerCase(Locale.ROOT), "begun",
            one.begun().toEpochMilli(), "onIt", one.onIt(), "waiting", one.waiting(), "moved", one.moved(), "failed", one.failed(), "paused", one.paused().orElse(null),
            "failures", one.failures().stream()
                .map(failure -> Shapes.map("actor", failure.actor(), "at", failure.at().toEpochMilli(), "reason", failure.reason())).toList());
    }

    private static Map<String, Object> version(TypeVersion one) {
        return Shapes.map("bundle", one.bundle(), "version", one.version(), "ranking", one.ranking(), "service", one.serviceId(), "stateVersion",
            one.stateVersion(), "awake", one.awake(), "paused", one.paused().orElse(null));
    }

    private static Map<String, Object> stuck(StuckTurn turn) {
        return Shapes.map("actor", turn.actorId(), "type", turn.type(), "what", turn.what(), "millis", turn.millis(), "abandoned", turn.abandoned(), "thread",
            turn.thread(), "stack", turn.stack());
    }

    private static Map<String, Object> process() {
        Runtime runtime = Runtime.getRuntime();
        return Shapes.map("heap", runtime.totalMemory() - runtime.freeMemory(), "heapMax", runtime.maxMemory(), "processors", runtime.availableProcessors());
    }

    /** What is counted of each type. Of its work the actions are told as they are, with their durations; the rest by name. */
    private Map<String, Map<String, Object>> work() {
        Map<String, Map<String, Object>> all = new TreeMap<>();
        for (Meters one : meters) {
            for (Measure measure : one.measures()) {
                String type = measure.labels().get(TYPE);
                if (type != null && measure.name().startsWith(PREFIX)) {
                    note(all.computeIfAbsent(type, t -> new LinkedHashMap<>()), measure);
                }
            }
        }
        return all;
    }

    private static void note(Map<String, Object> work, Measure measure) {
        String name = measure.name().substring(PREFIX.length());
        switch (measure) {
            case Measure.Count count -> work.merge(name, count.value(), (a, b) -> (double) a + (double) b);
            case Measure.Level level when measure.labels().size() == 1 -> work.put(name, level.value());
            case Measure.Durations durations when measure.name().equals(TASKS) -> work.put(measure.labels().get("kind"),
                Shapes.map("bounds", durations.bounds(), "counts", durations.counts(), "sum", durations.sum()));
            default -> { }
        }
    }
}
