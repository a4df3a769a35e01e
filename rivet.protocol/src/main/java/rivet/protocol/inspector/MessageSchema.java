package rivet.protocol.inspector;

import static rivet.protocol.bare.BareUnion.Member;
import static rivet.protocol.bare.BareUnion.member;

import java.util.ArrayList;
import java.util.List;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;
import rivet.protocol.inspector.InspectorMessage.Init;

/** How answers and pushes are laid out. What a version does not have is left out of its union, so later tags move down. */
final class MessageSchema {

    private MessageSchema() {
    }

    static BareUnion<InspectorMessage> of(int version) {
        boolean schedules = version >= InspectorProtocol.WITH_SCHEDULES;
        List<Member<? extends InspectorMessage>> members = new ArrayList<>(List.of(
            member(InspectorMessage.StateResponse.class,
                in -> new InspectorMessage.StateResponse(in.uint(), in.optional(BareReader::data), in.bool()),
                (out, message) -> out.uint(message.rid()).optional(message.state(), BareWriter::data).bool(message.isStateEnabled())),
            member(InspectorMessage.ConnectionsResponse.class,
                in -> new InspectorMessage.ConnectionsResponse(in.uint(), in.list(InspectorParts::connection)),
                (out, message) -> out.uint(message.rid()).list(message.connections(), InspectorParts::connection)),
            member(InspectorMessage.ActionResponse.class, in -> new InspectorMessage.ActionResponse(in.uint(), in.data()),
                (out, message) -> out.uint(message.rid()).data(message.output())),
            member(InspectorMessage.ConnectionsUpdated.class, in -> new InspectorMessage.ConnectionsUpdated(in.list(InspectorParts::connection)),
                (out, message) -> out.list(message.connections(), InspectorParts::connection)),
            member(InspectorMessage.QueueUpdated.class, in -> new InspectorMessage.QueueUpdated(in.uint()), (out, message) -> out.uint(message.queueSize())),
            member(InspectorMessage.StateUpdated.class, in -> new InspectorMessage.StateUpdated(in.data()), (out, message) -> out.data(message.state())),
            member(InspectorMessage.WorkflowHistoryUpdated.class, in -> new InspectorMessage.WorkflowHistoryUpdated(in.data()),
                (out, message) -> out.data(message.history()))));
        if (schedules) {
            members.add(member(InspectorMessage.SchedulesUpdated.class, in -> new InspectorMessage.SchedulesUpdated(in.list(InspectorParts::schedule)),
                (out, message) -> out.list(message.schedules(), InspectorParts::schedule)));
        }
        members.addAll(answers());
        if (version >= InspectorProtocol.WITH_REPLAY) {
            members.add(member(InspectorMessage.WorkflowReplayResponse.class,
                in -> new InspectorMessage.WorkflowReplayResponse(in.uint(), in.optional(BareReader::data), in.bool()),
                (out, message) -> out.uint(message.rid()).optional(message.history(), BareWriter::data).bool(message.isWorkflowEnabled())));
        }
        if (schedules) {
            members.addAll(scheduleAnswers());
        }
        members.add(member(InspectorMessage.Error.class, in -> new InspectorMessage.Error(in.str()), (out, message) -> out.str(message.message())));
        members.add(member(Init.class, in -> init(in, version), (out, init) -> init(out, init, version)));
        members.add(member(InspectorMessage.DatabaseSchemaResponse.class, in -> new InspectorMessage.DatabaseSchemaResponse(in.uint(), in.data()),
            (out, message) -> out.uint(message.rid()).data(message.schema())));
        members.add(member(InspectorMessage.DatabaseTableRowsResponse.class, in -> new InspectorMessage.DatabaseTableRowsResponse(in.uint(), in.data()),
            (out, message) -> out.uint(message.rid()).data(message.result())));
        return BareUnion.of("message", members);
    }

    private static List<Member<? extends InspectorMessage>> answers() {
        return List.of(
            member(InspectorMessage.RpcsListResponse.class, in -> new InspectorMessage.RpcsListResponse(in.uint(), in.list(BareReader::str)),
                (out, message) -> out.uint(message.rid()).list(message.rpcs(), BareWriter::str)),
            member(InspectorMessage.TraceQueryResponse.class, in -> new InspectorMessage.TraceQueryResponse(in.uint(), in.data()),
                (out, message) -> out.uint(message.rid()).data(message.payload())),
            member(InspectorMessage.QueueResponse.class, in -> new InspectorMessage.QueueResponse(in.uint(), InspectorParts.queue(in)),
                (out, message) -> InspectorParts.queue(out.uint(message.rid()), message.status())),
            member(InspectorMessage.WorkflowHistoryResponse.class,
                in -> new InspectorMessage.WorkflowHistoryResponse(in.uint(), in.optional(BareReader::data), in.bool()),
                (out, message) -> out.uint(message.rid()).optional(message.history(), BareWriter::data).bool(message.isWorkflowEnabled())));
    }

    private static List<Member<? extends InspectorMessage>> scheduleAnswers() {
        return List.of(
            member(InspectorMessage.SchedulesResponse.class,
                in -> new InspectorMessage.SchedulesResponse(in.uint(), in.list(InspectorParts::schedule)),
                (out, message) -> out.uint(message.rid()).list(message.schedules(), InspectorParts::schedule)),
            member(InspectorMessage.ScheduleHistoryResponse.class,
                in -> new InspectorMessage.ScheduleHistoryResponse(in.uint(), in.str(), in.list(InspectorParts::fire)),
                (out, message) -> out.uint(message.rid()).str(message.scheduleId()).list(message.history(), InspectorParts::fire)),
            member(InspectorMessage.ScheduleDeleteResponse.class,
                in -> new InspectorMessage.ScheduleDeleteResponse(in.uint(), in.str(), in.bool()),
                (out, message) -> out.uint(message.rid()).str(message.scheduleId()).bool(message.deleted())));
    }

    private static Init init(BareReader in, int version) {
        return new Init(in.list(InspectorParts::connection), in.optional(BareReader::data), in.bool(), in.list(BareReader::str), in.bool(), in.uint(),
            in.optional(BareReader::data), in.bool(),
            version >= InspectorProtocol.WITH_TABS ? in.list(InspectorParts::tab) : List.of(),
            version >= InspectorProtocol.WITH_SCHEDULES ? in.list(InspectorParts::schedule) : List.of());
    }

    private static void init(BareWriter out, Init init, int version) {
        out.list(init.connections(), InspectorParts::connection).optional(init.state(), BareWriter::data).bool(init.isStateEnabled())
            .list(init.rpcs(), BareWriter::str).bool(init.isDatabaseEnabled()).uint(init.queueSize()).optional(init.workflowHistory(), BareWriter::data)
            .bool(init.isWorkflowEnabled());
        if (version >= InspectorProtocol.WITH_TABS) {
            out.list(init.tabConfig(), InspectorParts::tab);
        }
        if (version >= InspectorProtocol.WITH_SCHEDULES) {
            out.list(init.schedules(), InspectorParts::schedule);
        }
    }
}
