package rivet.inspector;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

import rivet.actor.ScheduleKind;
import rivet.error.RivetException;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ConnectionInfo;
import rivet.inspect.QueueInfo;
import rivet.inspect.ScheduleInfo;
import rivet.inspect.ScheduleRun;
import rivet.inspect.StateInfo;
import rivet.protocol.inspector.InspectorMessage;
import rivet.protocol.inspector.InspectorMessage.FireError;
import rivet.protocol.value.CborValues;

/** The messages of the WebSocket, made of what {@link rivet.inspect} tells. */
final class SocketShapes {

    private SocketShapes() {}

    static InspectorMessage.Init init(ActorSnapshot actor) {
        return new InspectorMessage.Init(connections(actor.connections()), state(actor.state()), actor.state().enabled(), actor.actions(), true, actor.queueSize(),
            Optional.empty(), false, List.of(), schedules(actor.schedules()));
    }

    /** Returns what is pushed when it has become another. */
    static List<InspectorMessage> pushes(ActorSnapshot actor) {
        List<InspectorMessage> pushes = new ArrayList<>();
        state(actor.state()).ifPresent(state -> pushes.add(new InspectorMessage.StateUpdated(state)));
        pushes.add(new InspectorMessage.ConnectionsUpdated(connections(actor.connections())));
        pushes.add(new InspectorMessage.QueueUpdated(actor.queueSize()));
        pushes.add(new InspectorMessage.SchedulesUpdated(schedules(actor.schedules())));
        return pushes;
    }

    static Optional<byte[]> state(StateInfo state) {
        return state.enabled() ? Optional.of(CborValues.encode(state.value())) : Optional.empty();
    }

    static List<InspectorMessage.Connection> connections(List<ConnectionInfo> connections) {
        return connections.stream().map(connection -> new InspectorMessage.Connection(connection.id(), CborValues.encode(Shapes.details(connection)))).toList();
    }

    static InspectorMessage.QueueStatus queue(QueueInfo queue) {
        return new InspectorMessage.QueueStatus(queue.size(), queue.maxSize(),
            queue.waiting().stream().map(message -> new InspectorMessage.QueueMessage(message.id(), message.name(), millis(message.createdAt()))).toList(),
            queue.truncated());
    }

    /** A job is named by its id (R-insp-27). */
    static List<InspectorMessage.Schedule> schedules(List<ScheduleInfo> schedules) {
        return schedules.stream().map(one -> new InspectorMessage.Schedule(one.id(), one.kind() == ScheduleKind.AT ? Optional.empty() : Optional.of(one.id()),
            one.kind().name().toLowerCase(Locale.ROOT), one.action(), CborValues.encode(one.args()), millis(one.nextRun()), optional(one.lastRun()),
            one.expression(), one.zone(),
            one.interval().map(Duration::toMillis).map(OptionalLong::of).orElse(OptionalLong.empty()),
            one.maxHistory().isPresent() ? OptionalLong.of(one.maxHistory().getAsInt()) : OptionalLong.empty())).toList();
    }

    static List<InspectorMessage.ScheduleFire> runs(List<ScheduleRun> runs) {
        return runs.stream().map(run -> new InspectorMessage.ScheduleFire(run.action(), millis(run.scheduledAt()), millis(run.firedAt()), optional(run.finishedAt()),
            run.result().name().toLowerCase(Locale.ROOT), run.error().map(SocketShapes::error))).toList();
    }

    private static FireError error(RivetException error) {
        return new FireError(error.group(), error.code(), String.valueOf(error.getMessage()), error.metadata().map(CborValues::encode));
    }

    /** Times before 1970 are shown as its beginning (R-insp-27). */
    private static long millis(Instant time) {
        return Math.max(0, time.toEpochMilli());
    }

    private static OptionalLong optional(Optional<Instant> time) {
        return time.map(at -> OptionalLong.of(millis(at))).orElse(OptionalLong.empty());
    }
}
