package rivet.protocol.inspector;

import java.util.Optional;

/** What an inspector asks. The answer has the same id as {@code rid}. */
public sealed interface InspectorRequest {

    /** Replaces the state, CBOR; has no id, because a {@link InspectorMessage.StateUpdated} is its answer. */
    record PatchStateRequest(byte[] state) implements InspectorRequest {}

    /** The state. */
    record StateRequest(long id) implements InspectorRequest {}

    /** The connections. */
    record ConnectionsRequest(long id) implements InspectorRequest {}

    /** Runs an action; the arguments are a CBOR array. */
    record ActionRequest(long id, String name, byte[] args) implements InspectorRequest {}

    /** The names of the actions. */
    record RpcsListRequest(long id) implements InspectorRequest {}

    /** Traces between two times in milliseconds. */
    record TraceQueryRequest(long id, long startMs, long endMs, long limit) implements InspectorRequest {}

    /** Waiting messages. */
    record QueueRequest(long id, long limit) implements InspectorRequest {}

    /** What the workflow has done. */
    record WorkflowHistoryRequest(long id) implements InspectorRequest {}

    /** Replays the workflow, from an entry or from its beginning. Since version 4. */
    record WorkflowReplayRequest(long id, Optional<String> entryId) implements InspectorRequest {}

    /** The tables of the database. */
    record DatabaseSchemaRequest(long id) implements InspectorRequest {}

    /** Rows of a table. */
    record DatabaseTableRowsRequest(long id, String table, long limit, long offset) implements InspectorRequest {}

    /** The schedules. Since version 6. */
    record SchedulesRequest(long id) implements InspectorRequest {}

    /** What a schedule has done. Since version 6. */
    record ScheduleHistoryRequest(long id, String scheduleId, long limit) implements InspectorRequest {}

    /** Removes a schedule; the kind is {@code at}, {@code cron} or {@code every}. Since version 6. */
    record ScheduleDeleteRequest(long id, String scheduleId, String kind) implements InspectorRequest {}
}
