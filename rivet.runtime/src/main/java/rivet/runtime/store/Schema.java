package rivet.runtime.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

import rivet.spi.storage.Statement;
import rivet.spi.storage.Template;

/**
 * The platform's tables in an actor's database, as two ladders of numbered steps: the original's tables (spec/core.md 1.2), so that either can read
 * the other's databases, and ours. Steps that have shipped are never edited, only appended (R-obj-7).
 */
final class Schema {

    /** Steps of the original's ladder; the first leads from nothing to version 1. */
    private static final List<List<String>> ORIGINAL = List.of(List.of(
        """
            CREATE TABLE _rivet_runtime (
                id INTEGER PRIMARY KEY CHECK (id = 1), last_pushed_alarm INTEGER, inspector_token TEXT,
                queue_next_id INTEGER NOT NULL, run_wake_at INTEGER) STRICT""",
        "INSERT INTO _rivet_runtime (id, queue_next_id) VALUES (1, 1)",
        "CREATE TABLE _rivet_actor (id INTEGER PRIMARY KEY CHECK (id = 1), has_initialized INTEGER NOT NULL, input BLOB) STRICT",
        "CREATE TABLE _rivet_actor_state (id INTEGER PRIMARY KEY CHECK (id = 1), state BLOB NOT NULL) STRICT",
        """
            CREATE TABLE _rivet_schedule_events (
                event_id TEXT PRIMARY KEY, trigger_at INTEGER NOT NULL, action TEXT NOT NULL, args BLOB, kind INTEGER NOT NULL,
                cron_expression TEXT, timezone TEXT, interval_ms INTEGER, last_started_at INTEGER, max_history INTEGER NOT NULL) STRICT""",
        "CREATE INDEX _rivet_schedule_events_trigger ON _rivet_schedule_events (trigger_at)",
        """
            CREATE TABLE _rivet_schedule_history (
                id INTEGER PRIMARY KEY, schedule_id TEXT NOT NULL, action TEXT NOT NULL, scheduled_at INTEGER NOT NULL,
                fired_at INTEGER NOT NULL, finished_at INTEGER, result INTEGER NOT NULL, error_group TEXT, error_code TEXT,
                error_message TEXT, error_metadata BLOB) STRICT""",
        "CREATE INDEX _rivet_schedule_history_schedule ON _rivet_schedule_history (schedule_id, fired_at DESC, id DESC)",
        "CREATE INDEX _rivet_schedule_history_fired ON _rivet_schedule_history (fired_at DESC, id DESC)",
        "CREATE INDEX _rivet_schedule_history_running ON _rivet_schedule_history (id) WHERE result = 0",
        """
            CREATE TABLE _rivet_conns (
                conn_id TEXT PRIMARY KEY, parameters BLOB NOT NULL, gateway_id BLOB NOT NULL, request_id BLOB NOT NULL,
                request_path TEXT NOT NULL, request_headers BLOB NOT NULL) STRICT""",
        """
            CREATE TABLE _rivet_conn_state (
                conn_id TEXT PRIMARY KEY, state BLOB NOT NULL, server_message_index INTEGER NOT NULL,
                client_message_index INTEGER NOT NULL, subscriptions BLOB NOT NULL) STRICT""",
        "CREATE TABLE _rivet_queue (id INTEGER PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL, created_at INTEGER NOT NULL) STRICT",
        "CREATE INDEX _rivet_queue_name ON _rivet_queue (name, id)",
        "CREATE TABLE _rivet_wf_kv (key BLOB PRIMARY KEY, value BLOB NOT NULL) STRICT",
        "CREATE TABLE _rivet_user_kv (key BLOB PRIMARY KEY, value BLOB NOT NULL) STRICT"));

    /**
     * Steps of our own ladder. {@code _rivet_j_turn} is the fence: every commit moves it on, and a commit of a stale writer finds a NULL where
     * none may be (see {@link Fence}). {@code _rivet_j_queue} has the messages of {@code _rivet_queue} that were received and are still there, and how
     * often. {@code _rivet_j_schedule} says how far a scheduled call or the run of a job has come that has begun, or that
     * there is no code for it. {@code _rivet_j_conn} has what {@code _rivet_conn_state} has no room for, see {@link ConnectionRows}.
     */
    private static final List<List<String>> OWN = List.of(
        List.of(
            """
                CREATE TABLE _rivet_j_turn (
                    id INTEGER PRIMARY KEY CHECK (id = 1), generation INTEGER NOT NULL, instance INTEGER NOT NULL, turn INTEGER NOT NULL) STRICT""",
            "INSERT INTO _rivet_j_turn (id, generation, instance, turn) VALUES (1, 0, 0, 0)",
            """
                CREATE TABLE _rivet_j_code (
                    id INTEGER PRIMARY KEY CHECK (id = 1), state_version INTEGER NOT NULL, migration INTEGER NOT NULL) STRICT""",
            "INSERT INTO _rivet_j_code (id, state_version, migration) VALUES (1, 0, 0)"),
        List.of("CREATE TABLE _rivet_j_queue (id INTEGER PRIMARY KEY, attempt INTEGER NOT NULL) STRICT"),
        List.of(
            """
                CREATE TABLE _rivet_j_schedule (
                    event_id TEXT PRIMARY KEY, attempt INTEGER NOT NULL, running_at INTEGER, look_at INTEGER, looks INTEGER NOT NULL) STRICT"""),
        List.of("ALTER TABLE _rivet_j_turn ADD COLUMN saves INTEGER NOT NULL DEFAULT 0"),
        List.of("CREATE TABLE _rivet_j_conn (conn_id TEXT PRIMARY KEY, revision INTEGER NOT NULL, handled BLOB NOT NULL) STRICT"));

    private static final String ORIGINAL_ROOT = "CREATE TABLE IF NOT EXISTS _rivet_meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT";
    private static final String OWN_ROOT = "CREATE TABLE IF NOT EXISTS _rivet_j_schema (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL) STRICT";

    static final int ORIGINAL_VERSION = ORIGINAL.size();
    static final int OWN_VERSION = OWN.size();

    private Schema() {}

    /** Returns a database with all steps behind it. */
    static Template template() {
        List<Statement> statements = new ArrayList<>(roots());
        original(0).forEach(statements::addAll);
        own(0).forEach(statements::addAll);
        return new Template("actor", statements);
    }

    /** Returns the tables that hold the ladders' versions. */
    static List<Statement> roots() {
        return List.of(Statement.of(ORIGINAL_ROOT), Statement.of(OWN_ROOT));
    }

    /** Returns the steps above a version of the original's ladder, each with the record of it: one transaction each. */
    static List<List<Statement>> original(int version) {
        return steps(ORIGINAL, version,
            v -> Statement.of("INSERT INTO _rivet_meta (key, value) VALUES ('schema_version', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                encode(v)));
    }

    /** Returns the steps above a version of our ladder. */
    static List<List<Statement>> own(int version) {
        return steps(OWN, version,
            v -> Statement.of("INSERT INTO _rivet_j_schema (id, version) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version", v));
    }

    private static List<List<Statement>> steps(List<List<String>> ladder, int version, IntFunction<Statement> record) {
        List<List<Statement>> steps = new ArrayList<>();
        for (int v = version + 1; v <= ladder.size(); v++) {
            List<Statement> step = new ArrayList<>();
            ladder.get(v - 1).forEach(sql -> step.add(Statement.of(sql)));
            step.add(record.apply(v));
            steps.add(step);
        }
        return steps;
    }

    /** The original writes its version as a signed 64-bit little-endian integer. */
    private static byte[] encode(long version) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(version).array();
    }

    static long decode(byte[] version) {
        return version.length == Long.BYTES ? ByteBuffer.wrap(version).order(ByteOrder.LITTLE_ENDIAN).getLong() : -1;
    }
}
