package rivet.inspector.page;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import rivet.inspect.ActionInfo;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorPage;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ConnectionInfo;
import rivet.inspect.QueueInfo;
import rivet.inspect.QueuedMessage;
import rivet.inspect.ScheduleInfo;
import rivet.inspect.ScheduleRun;
import rivet.inspect.StateInfo;
import rivet.inspect.TableInfo;
import rivet.inspect.TableRows;
import rivet.inspector.Replies;
import rivet.inspector.Shapes;
import rivet.value.Undefined;

/** What the page is told: plain values, times in epoch milliseconds. */
final class Pictures {

    private Pictures() {}

    private static Object time(Optional<Instant> at) {
        return at.map(Instant::toEpochMilli).orElse(null);
    }

    /** What has no JSON form of its own, and would be left out, is shown as null. */
    private static Object shown(Object plain) {
        return plain == Undefined.UNDEFINED ? null : plain;
    }

    static Map<String, Object> page(ActorPage page) {
        return Shapes.map("actors", page.actors().stream().map(Pictures::actor).toList(), "next", page.next().orElse(null));
    }

    static Map<String, Object> actor(ActorInfo actor) {
        return Shapes.map("id", actor.id(), "namespace", actor.namespace(), "type", actor.type(), "key", actor.key(), "status", actor.status().toString(), "generation",
            actor.generation(), "createdAt", actor.createdAt().toEpochMilli(), "startedAt", time(actor.startedAt()), "alarm", time(actor.alarm()), "error",
            actor.error().orElse(null), "live", actor.live().map(Pictures::live).orElse(null));
    }

    private static Map<String, Object> live(ActorInfo.Live live) {
        return Shapes.map("instance", live.instance(), "bundle", live.bundle(), "connections", live.connections(), "waiting", live.waiting(), "running",
            live.running(), "turns", live.turns(), "errors", live.errors(), "busyMicros", live.busyMicros());
    }

    static Map<String, Object> action(ActionInfo action) {
        return Shapes.map("name", action.name(), "parameters", action.parameters().stream()
            .map(one -> Shapes.map("name", one.name(), "type", one.type(), "schema", one.schema(), "rest", one.rest())).toList());
    }

    static Map<String, Object> state(StateInfo state) {
        return Shapes.map("value", shown(state.value()), "enabled", state.enabled(), "live", state.live());
    }

    /** All but the state, which is told by itself. */
    static Map<String, Object> snapshot(ActorSnapshot actor) {
        return Shapes.map("connections", actor.connections().stream().map(Pictures::connection).toList(), "actions", actor.actions(), "queueSize",
            actor.queueSize(), "schedules", actor.schedules().stream().map(Pictures::schedule).toList());
    }

    private static Map<String, Object> connection(ConnectionInfo connection) {
        return Shapes.map("id", connection.id(), "params", shown(connection.params()), "state", shown(connection.state()), "subscriptions",
            connection.subscriptions(), "socket", connection.socket(), "hibernatable", connection.hibernatable());
    }

    private static Map<String, Object> schedule(ScheduleInfo one) {
        return Shapes.map("id", one.id(), "kind", one.kind().name().toLowerCase(Locale.ROOT), "action", one.action(), "args", one.args(), "nextRun",
            one.nextRun().toEpochMilli(), "lastRun", time(one.lastRun()), "expression", one.expression().orElse(null), "zone", one.zone().orElse(null), "interval",
            one.interval().map(Duration::toMillis).orElse(null), "maxHistory", one.maxHistory().isPresent() ? one.maxHistory().getAsInt() : null);
    }

    static Map<String, Object> run(ScheduleRun run) {
        return Shapes.map("action", run.action(), "scheduledAt", run.scheduledAt().toEpochMilli(), "firedAt", run.firedAt().toEpochMilli(), "finishedAt",
            time(run.finishedAt()), "result", run.result().name().toLowerCase(Locale.ROOT), "error", run.error().map(Replies::body).orElse(null));
    }

    static Map<String, Object> queue(QueueInfo queue) {
        return Shapes.map("size", queue.size(), "maxSize", queue.maxSize(), "truncated", queue.truncated(), "messages",
            queue.waiting().stream().map(Pictures::message).toList());
    }

    static Map<String, Object> message(QueueInfo.Message message) {
        return Shapes.map("id", message.id(), "name", message.name(), "createdAt", message.createdAt().toEpochMilli());
    }

    static Map<String, Object> message(QueuedMessage message) {
        return Shapes.map("id", message.id(), "name", message.name(), "createdAt", message.createdAt().toEpochMilli(), "attempts", message.attempts(), "body",
            shown(message.body()));
    }

    static Map<String, Object> table(TableInfo table) {
        return Shapes.map("name", table.name(), "view", table.view(), "columns", Shapes.rows(table.columns()), "foreignKeys", Shapes.rows(table.foreignKeys()), "records",
            table.records().isPresent() ? table.records().getAsLong() : null);
    }

    static Map<String, Object> rows(TableRows rows) {
        return Shapes.map("columns", rows.columns(), "rows", rows.rows().stream().map(Arrays::asList).toList());
    }
}
