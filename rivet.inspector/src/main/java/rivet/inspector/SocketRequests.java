package rivet.inspector;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.actor.ScheduleKind;
import rivet.inspect.ActorInspection;
import rivet.protocol.DecodeException;
import rivet.protocol.inspector.InspectorMessage;
import rivet.protocol.inspector.InspectorRequest;
import rivet.protocol.inspector.InspectorRequest.ActionRequest;
import rivet.protocol.inspector.InspectorRequest.ConnectionsRequest;
import rivet.protocol.inspector.InspectorRequest.DatabaseSchemaRequest;
import rivet.protocol.inspector.InspectorRequest.DatabaseTableRowsRequest;
import rivet.protocol.inspector.InspectorRequest.PatchStateRequest;
import rivet.protocol.inspector.InspectorRequest.QueueRequest;
import rivet.protocol.inspector.InspectorRequest.RpcsListRequest;
import rivet.protocol.inspector.InspectorRequest.ScheduleDeleteRequest;
import rivet.protocol.inspector.InspectorRequest.ScheduleHistoryRequest;
import rivet.protocol.inspector.InspectorRequest.SchedulesRequest;
import rivet.protocol.inspector.InspectorRequest.StateRequest;
import rivet.protocol.inspector.InspectorRequest.TraceQueryRequest;
import rivet.protocol.inspector.InspectorRequest.WorkflowHistoryRequest;
import rivet.protocol.inspector.InspectorRequest.WorkflowReplayRequest;
import rivet.protocol.value.CborValues;

/** Answers what is asked over the WebSocket (R-insp-23). */
final class SocketRequests {

    private static final long MOST_MESSAGES = 200;
    private static final long MOST_ROWS = 500;
    private static final long MOST_RUNS = 1_000;

    private final ActorInspection actor;

    SocketRequests(ActorInspection actor) {
        this.actor = actor;
    }

    /** Replaces the state; the answer is that it is pushed. */
    CompletionStage<Void> patch(PatchStateRequest request) {
        return actor.setState(decode(request.state()));
    }

    /** Answers all others. */
    CompletionStage<InspectorMessage> answer(InspectorRequest request) {
        return switch (request) {
            case PatchStateRequest patch -> throw new IllegalArgumentException("a patch has no answer of its own: " + patch);
            case StateRequest(long id) -> actor.snapshot()
                .thenApply(now -> new InspectorMessage.StateResponse(id, SocketShapes.state(now.state()), now.state().enabled()));
            case ConnectionsRequest(long id) -> actor.snapshot()
                .thenApply(now -> new InspectorMessage.ConnectionsResponse(id, SocketShapes.connections(now.connections())));
            case RpcsListRequest(long id) -> actor.snapshot().thenApply(now -> new InspectorMessage.RpcsListResponse(id, now.actions()));
            case ActionRequest action -> call(action);
            case TraceQueryRequest query -> CompletableFuture.completedStage(new InspectorMessage.TraceQueryResponse(query.id(), new byte[0]));
            case QueueRequest(long id, long limit) -> actor.queue(clamp(limit, 0, MOST_MESSAGES))
                .thenApply(queue -> new InspectorMessage.QueueResponse(id, SocketShapes.queue(queue)));
            case WorkflowHistoryRequest(long id) -> CompletableFuture.completedStage(new InspectorMessage.WorkflowHistoryResponse(id, Optional.empty(), false));
            case WorkflowReplayRequest replay -> CompletableFuture.completedStage(new InspectorMessage.WorkflowReplayResponse(replay.id(), Optional.empty(), false));
            case DatabaseSchemaRequest(long id) -> actor.tables()
                .thenApply(tables -> new InspectorMessage.DatabaseSchemaResponse(id, CborValues.encode(Shapes.schema(tables))));
            case DatabaseTableRowsRequest rows -> rows(rows);
            case SchedulesRequest(long id) -> actor.snapshot().thenApply(now -> new InspectorMessage.SchedulesResponse(id, SocketShapes.schedules(now.schedules())));
            case ScheduleHistoryRequest(long id, String job, long limit) -> actor.runs(job, clamp(limit, 1, MOST_RUNS))
                .thenApply(runs -> new InspectorMessage.ScheduleHistoryResponse(id, job, SocketShapes.runs(runs)));
            case ScheduleDeleteRequest(long id, String schedule, String kind) -> actor.cancel(schedule, kind(kind))
                .thenApply(deleted -> new InspectorMessage.ScheduleDeleteResponse(id, schedule, deleted));
        };
    }

    private CompletionStage<InspectorMessage> call(ActionRequest request) {
        if (!(decode(request.args()) instanceof List<?> args)) {
            throw Ask.invalid("the arguments must be an array");
        }
        return actor.call(request.name(), Collections.unmodifiableList(args))
            .thenApply(output -> new InspectorMessage.ActionResponse(request.id(), CborValues.encode(output)));
    }

    private CompletionStage<InspectorMessage> rows(DatabaseTableRowsRequest request) {
        return actor.rows(request.table(), clamp(request.limit(), 0, MOST_ROWS), request.offset())
            .thenApply(rows -> new InspectorMessage.DatabaseTableRowsResponse(request.id(), CborValues.encode(Shapes.rows(rows))));
    }

    private static Object decode(byte[] cbor) {
        try {
            return CborValues.decode(cbor);
        } catch (DecodeException e) {
            throw Ask.invalid("a value is no CBOR: " + e.getMessage());
        }
    }

    private static ScheduleKind kind(String name) {
        return switch (name) {
            case "at", "cron", "every" -> ScheduleKind.valueOf(name.toUpperCase(Locale.ROOT));
            default -> throw Ask.invalid("there is no kind of schedule '" + name + "'");
        };
    }

    /** Numbers beyond what a long holds are negative here. */
    private static int clamp(long value, long least, long most) {
        return (int) (value < 0 ? most : Math.clamp(value, least, most));
    }
}
