package rivet.engine.api;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import rivet.engine.actor.Snapshot;
import rivet.engine.directory.ActorRow;
import rivet.engine.directory.Namespace;
import rivet.spi.engine.ActorRecord.Status;

/** The objects of the API (spec/wire.md 3). */
final class ActorJson {

    private ActorJson() {}

    /** Returns an actor. */
    static Map<String, Object> of(Snapshot actor, Namespace namespace, String datacenter) {
        ActorRow row = actor.row();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("actor_id", row.id());
        json.put("name", row.name());
        json.put("key", row.key().orElse(null));
        json.put("namespace_id", namespace.id());
        json.put("datacenter", datacenter);
        json.put("runner_name_selector", row.pool());
        json.put("crash_policy", row.crashPolicy().word());
        json.put("create_ts", row.createTs());
        json.put("start_ts", time(row.startTs()));
        json.put("pending_allocation_ts", null);
        json.put("connectable_ts", actor.status() == Status.RUNNING ? time(row.startTs()) : null);
        json.put("sleep_ts", actor.status() == Status.RUNNING || actor.status() == Status.STARTING ? null : time(row.sleepTs()));
        json.put("reschedule_ts", null);
        json.put("destroy_ts", time(row.destroyTs()));
        row.error().ifPresent(error -> json.put("error", Map.of("crashed", Map.of("message", error))));
        return json;
    }

    private static Long time(long ts) {
        return ts == 0 ? null : ts;
    }

    /** Returns a namespace. */
    static Map<String, Object> of(Namespace namespace) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("namespace_id", namespace.id());
        json.put("name", namespace.name());
        json.put("display_name", namespace.displayName());
        json.put("create_ts", namespace.createTs());
        return json;
    }

    /** Returns a page of a list. */
    static Map<String, Object> page(String name, Object content, String cursor) {
        Map<String, Object> pagination = new LinkedHashMap<>();
        pagination.put("cursor", cursor);
        Map<String, Object> page = new LinkedHashMap<>();
        page.put(name, content);
        page.put("pagination", pagination);
        return page;
    }

    /** Returns the whole of a list. */
    static Map<String, Object> whole(String name, List<?> content) {
        return page(name, content, null);
    }
}
