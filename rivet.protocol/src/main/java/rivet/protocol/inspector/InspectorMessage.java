package rivet.protocol.inspector;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What an actor tells an inspector: answers, and what it pushes. Times are in milliseconds since 1970. */
public sealed interface InspectorMessage {

    /** The state, CBOR; absent if it is off or not made yet. */
    record StateResponse(long rid, Optional<byte[]> state, boolean isStateEnabled) implements InspectorMessage {}

    /** The connections. */
    record ConnectionsResponse(long rid, List<Connection> connections) implements InspectorMessage {}

    /** What an action returned, CBOR. */
    record ActionResponse(long rid, byte[] output) implements InspectorMessage {}

    /** Pushed: the connections are now these. */
    record ConnectionsUpdated(List<Connection> connections) implements InspectorMessage {}

    /** Pushed: so many messages wait. */
    record QueueUpdated(long queueSize) implements InspectorMessage {}

    /** Pushed: the state is now this, CBOR. */
    record StateUpdated(byte[] state) implements InspectorMessage {}

    /** Pushed: the workflow went on; see {@link WorkflowHistory#decode}. */
    record WorkflowHistoryUpdated(byte[] history) implements InspectorMessage {}

    /** Pushed: the schedules are now these. Since version 6. */
    record SchedulesUpdated(List<Schedule> schedules) implements InspectorMessage {}

    /** The names of the actions. */
    record RpcsListResponse(long rid, List<String> rpcs) implements InspectorMessage {}

    /** Traces; empty today. */
    record TraceQueryResponse(long rid, byte[] payload) implements InspectorMessage {}

    /** Waiting messages. */
    record QueueResponse(long rid, QueueStatus status) implements InspectorMessage {}

    /** What the workflow has done; see {@link WorkflowHistory#decode}. */
    record WorkflowHistoryResponse(long rid, Optional<byte[]> history, boolean isWorkflowEnabled) implements InspectorMessage {}

    /** The workflow's history after a replay began. Since version 4. */
    record WorkflowReplayResponse(long rid, Optional<byte[]> history, boolean isWorkflowEnabled) implements InspectorMessage {}

    /** The schedules. Since version 6. */
    record SchedulesResponse(long rid, List<Schedule> schedules) implements InspectorMessage {}

    /** What a schedule has done. Since version 6. */
    record ScheduleHistoryResponse(long rid, String scheduleId, List<ScheduleFire> history) implements InspectorMessage {}

    /** Whether there was such a schedule. Since version 6. */
    record ScheduleDeleteResponse(long rid, String scheduleId, boolean deleted) implements InspectorMessage {}

    /** Something failed; it does not say what. */
    record Error(String message) implements InspectorMessage {}

    /** The first message. The custom tabs are said since version 5, the schedules since version 6. */
    record Init(List<Connection> connections, Optional<byte[]> state, boolean isStateEnabled, List<String> rpcs, boolean isDatabaseEnabled, long queueSize,
            Optional<byte[]> workflowHistory, boolean isWorkflowEnabled, List<TabConfigEntry> tabConfig, List<Schedule> schedules) implements InspectorMessage {}

    /** The tables, CBOR. */
    record DatabaseSchemaResponse(long rid, byte[] schema) implements InspectorMessage {}

    /** Rows, a CBOR array of objects. */
    record DatabaseTableRowsResponse(long rid, byte[] result) implements InspectorMessage {}

    /** A connection; the details are a CBOR object. */
    record Connection(String id, byte[] details) {}

    /** A tab: a built-in one that is hidden, or one of the author's own. */
    record TabConfigEntry(String id, Optional<String> label, Optional<String> icon, boolean hidden) {}

    /** The queue, cut off at a number of messages. */
    record QueueStatus(long size, long maxSize, List<QueueMessage> messages, boolean truncated) {}

    /** A waiting message. */
    record QueueMessage(long id, String name, long createdAtMs) {}

    /** A schedule; one that is called once has none of the fields that are optional. The arguments are a CBOR array. */
    record Schedule(String id, Optional<String> name, String kind, String action, byte[] args, long nextRunAt, OptionalLong lastRunAt,
            Optional<String> expression, Optional<String> timezone, OptionalLong intervalMs, OptionalLong maxHistory) {}

    /** A call of a schedule; the result is {@code running}, {@code ok}, {@code error} or {@code skipped}. */
    record ScheduleFire(String action, long scheduledAt, long firedAt, OptionalLong finishedAt, String result, Optional<FireError> error) {}

    /** Why a call of a schedule failed; metadata in CBOR. */
    record FireError(String group, String code, String message, Optional<byte[]> metadata) {}
}
