package rivet.runtime.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import rivet.inspect.ActorInfo;
import rivet.inspect.Measure;
import rivet.inspect.Meters;
import rivet.runtime.actor.Cell;

/**
 * What the actors of this process do, by their types. Levels are added up over the actors that are awake when somebody asks, so they go back to zero by
 * themselves (R-met-1).
 */
public final class HostMeters implements Meters {

    private final Host host;

    /** Makes the meters of a host. */
    public HostMeters(Host host) {
        this.host = host;
    }

    private record Awake(int queued, int keptAwake, int waitedFor, ActorInfo.Live live) {}

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(host.platform().meters().measures());
        Map<String, List<Awake>> awake = host.attached().map(AttachedEngine::cells).orElse(List.of()).stream()
            .collect(Collectors.groupingBy(cell -> cell.start().name(), Collectors.flatMapping(cell -> awake(cell).stream(), Collectors.toList())));
        for (String type : host.platform().meters().types()) {
            List<Awake> all = awake.getOrDefault(type, List.of());
            measures.add(level("active_count", "Actors that are awake", type, all, one -> 1));
            measures.add(level("connections_active", "Connections that are open", type, all, one -> one.live().connections()));
            measures.add(level("queue_depth", "Messages in the queues of actors that are awake", type, all, Awake::queued));
            measures.add(level("shutdown_tasks_active", "Work that stops of actors wait for", type, all, Awake::waitedFor));
            measures.add(new Measure.Level("rivetkit_actor_keep_awake_active", "Work that keeps actors awake", Map.of("actor_name", type, "kind", "keep_awake"),
                sum(all, Awake::keptAwake)));
            long waiting = sum(all, one -> one.live().waiting());
            measures.add(new Measure.Level("rivetkit_actor_inbox_depth", "Work that has not begun", Map.of("actor_name", type, "inbox", "dispatch"), waiting));
        }
        measures.add(new Measure.Level("rivetkit_actor_stuck_turns", "Turns that run too long, and threads that were left behind", Map.of(), host.stuckTurns().size()));
        return measures;
    }

    private static Optional<Awake> awake(Cell cell) {
        return cell.live().map(live -> new Awake(cell.queued(), cell.keptAwake(), cell.waitedFor(), live));
    }

    private static Measure level(String name, String help, String type, List<Awake> all, ToLongFunction<Awake> value) {
        return new Measure.Level("rivetkit_actor_" + name, help, Map.of("actor_name", type), sum(all, value));
    }

    private static long sum(List<Awake> all, ToLongFunction<Awake> value) {
        return all.stream().mapToLong(value).sum();
    }
}
