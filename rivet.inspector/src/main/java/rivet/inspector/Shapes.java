package rivet.inspector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import rivet.inspect.ActorSnapshot;
import rivet.inspect.ConnectionInfo;
import rivet.inspect.QueueInfo;
import rivet.inspect.StateInfo;
import rivet.inspect.TableInfo;
import rivet.inspect.TableRows;
import rivet.value.Undefined;

/** The plain values that inspectors know, made of what {@link rivet.inspect} tells. */
public final class Shapes {

    private Shapes() {}

    /** Returns a map that keeps its order and may hold null. */
    public static Map<String, Object> map(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    /** An actor without state has none, not an empty one (R-insp-22). */
    static Map<String, Object> state(StateInfo state) {
        Map<String, Object> shape = state.enabled() ? map("state", state.value()) : map();
        shape.put("isStateEnabled", state.enabled());
        return shape;
    }

    static List<Object> connections(List<ConnectionInfo> connections) {
        List<Object> shapes = new ArrayList<>();
        connections.forEach(connection -> shapes.add(map("type", null, "id", connection.id(), "details", details(connection))));
        return shapes;
    }

    static Map<String, Object> details(ConnectionInfo connection) {
        boolean hasState = connection.state() != Undefined.UNDEFINED;
        return map("type", connection.socket() ? "websocket" : "http", "params", connection.params(), "stateEnabled", true, "state", hasState ? connection.state() : null,
            "subscriptions", (long) connection.subscriptions().size(), "isHibernatable", connection.hibernatable());
    }

    static Map<String, Object> queue(QueueInfo queue) {
        return map("size", (long) queue.size(), "maxSize", (long) queue.maxSize(), "truncated", queue.truncated(), "messages",
            queue.waiting().stream().map(message -> map("id", message.id(), "name", message.name(), "createdAtMs", message.createdAt().toEpochMilli())).toList());
    }

    static Map<String, Object> schema(List<TableInfo> tables) {
        return map("tables", tables.stream().map(Shapes::table).toList());
    }

    private static Map<String, Object> table(TableInfo table) {
        return map("table", map("schema", "main", "name", table.name(), "type", table.view() ? "view" : "table"), "columns", rows(table.columns()),
            "foreignKeys", rows(table.foreignKeys()), "records", table.records().isPresent() ? table.records().getAsLong() : null);
    }

    /** Returns each row with its values by their columns; of columns with the same name the first counts. */
    public static List<Map<String, Object>> rows(TableRows rows) {
        List<Map<String, Object>> shapes = new ArrayList<>();
        for (Object[] row : rows.rows()) {
            Map<String, Object> shape = new LinkedHashMap<>();
            for (int i = 0; i < row.length; i++) {
                shape.putIfAbsent(rows.columns().get(i), row[i]);
            }
            shapes.add(shape);
        }
        return shapes;
    }

    static Map<String, Object> summary(ActorSnapshot actor) {
        Map<String, Object> shape = state(actor.state());
        shape.put("connections", connections(actor.connections()));
        shape.put("rpcs", actor.actions());
        shape.put("queueSize", (long) actor.queueSize());
        shape.put("isDatabaseEnabled", true);
        shape.putAll(workflow());
        return shape;
    }

    /** No actor has a workflow. */
    static Map<String, Object> workflow() {
        return map("isWorkflowEnabled", false, "workflowState", null, "workflowHistory", null);
    }

    static Map<String, Object> history() {
        return map("history", null, "workflowState", null, "isWorkflowEnabled", false);
    }
}
