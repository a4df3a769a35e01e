package rivet.runtime.schedule;

import java.util.HashMap;
import java.util.Map;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** Stored calls and jobs that cannot be read: they stay until they are replaced or removed (R-sched-32). Used by the thread that holds the turn. */
final class Unreadable {

    private final Map<String, String> reasons = new HashMap<>();
    /** Those that the current turn replaced or removed. */
    private final Map<String, String> forgotten = new HashMap<>();

    void add(String id, String reason) {
        reasons.put(id, reason);
    }

    boolean contains(String id) {
        return reasons.containsKey(id);
    }

    int size() {
        return reasons.size();
    }

    /** Returns what to tell who asks for one. */
    RivetException error(String id) {
        return ErrorCode.SCHEDULE_INVALID_SCHEDULE_ROW.error("schedule_id", id, "reason", reasons.get(id));
    }

    /** One is replaced or removed; returns whether it was there. */
    boolean forget(String id) {
        String reason = reasons.remove(id);
        if (reason != null) {
            forgotten.put(id, reason);
        }
        return reason != null;
    }

    /** The turn's changes were handed over. */
    void kept() {
        forgotten.clear();
    }

    /** The turn's changes came to nothing. */
    void undo() {
        reasons.putAll(forgotten);
        forgotten.clear();
    }
}
