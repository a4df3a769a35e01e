package rivet.protocol.inspector;

import static rivet.protocol.bare.BareUnion.Member;
import static rivet.protocol.bare.BareUnion.member;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/** How requests are laid out. What a version does not have is left out of its union, so later tags move down. */
final class RequestSchema {

    private RequestSchema() {
    }

    static BareUnion<InspectorRequest> of(int version) {
        List<Member<? extends InspectorRequest>> members = new ArrayList<>(List.of(
            member(InspectorRequest.PatchStateRequest.class, in -> new InspectorRequest.PatchStateRequest(in.data()),
                (out, request) -> out.data(request.state())),
            id(InspectorRequest.StateRequest.class, InspectorRequest.StateRequest::new, InspectorRequest.StateRequest::id),
            id(InspectorRequest.ConnectionsRequest.class, InspectorRequest.ConnectionsRequest::new, InspectorRequest.ConnectionsRequest::id),
            member(InspectorRequest.ActionRequest.class, in -> new InspectorRequest.ActionRequest(in.uint(), in.str(), in.data()),
                (out, request) -> out.uint(request.id()).str(request.name()).data(request.args())),
            id(InspectorRequest.RpcsListRequest.class, InspectorRequest.RpcsListRequest::new, InspectorRequest.RpcsListRequest::id),
            member(InspectorRequest.TraceQueryRequest.class, in -> new InspectorRequest.TraceQueryRequest(in.uint(), in.uint(), in.uint(), in.uint()),
                (out, request) -> out.uint(request.id()).uint(request.startMs()).uint(request.endMs()).uint(request.limit())),
            member(InspectorRequest.QueueRequest.class, in -> new InspectorRequest.QueueRequest(in.uint(), in.uint()),
                (out, request) -> out.uint(request.id()).uint(request.limit())),
            id(InspectorRequest.WorkflowHistoryRequest.class, InspectorRequest.WorkflowHistoryRequest::new, InspectorRequest.WorkflowHistoryRequest::id)));
        if (version >= InspectorProtocol.WITH_REPLAY) {
            members.add(member(InspectorRequest.WorkflowReplayRequest.class,
                in -> new InspectorRequest.WorkflowReplayRequest(in.uint(), in.optional(BareReader::str)),
                (out, request) -> out.uint(request.id()).optional(request.entryId(), BareWriter::str)));
        }
        members.add(id(InspectorRequest.DatabaseSchemaRequest.class, InspectorRequest.DatabaseSchemaRequest::new, InspectorRequest.DatabaseSchemaRequest::id));
        members.add(member(InspectorRequest.DatabaseTableRowsRequest.class,
            in -> new InspectorRequest.DatabaseTableRowsRequest(in.uint(), in.str(), in.uint(), in.uint()),
            (out, request) -> out.uint(request.id()).str(request.table()).uint(request.limit()).uint(request.offset())));
        if (version >= InspectorProtocol.WITH_SCHEDULES) {
            members.addAll(schedules());
        }
        return BareUnion.of("request", members);
    }

    private static List<Member<? extends InspectorRequest>> schedules() {
        return List.of(
            id(InspectorRequest.SchedulesRequest.class, InspectorRequest.SchedulesRequest::new, InspectorRequest.SchedulesRequest::id),
            member(InspectorRequest.ScheduleHistoryRequest.class, in -> new InspectorRequest.ScheduleHistoryRequest(in.uint(), in.str(), in.uint()),
                (out, request) -> out.uint(request.id()).str(request.scheduleId()).uint(request.limit())),
            member(InspectorRequest.ScheduleDeleteRequest.class, in -> new InspectorRequest.ScheduleDeleteRequest(in.uint(), in.str(), in.str()),
                (out, request) -> out.uint(request.id()).str(request.scheduleId()).str(request.kind())));
    }

    private static <M> Member<M> id(Class<M> type, LongFunction<M> constructor, Function<M, Long> id) {
        return member(type, in -> constructor.apply(in.uint()), (out, request) -> out.uint(id.apply(request)));
    }
}
