package rivet.protocol.envoy;

import static rivet.protocol.bare.BareUnion.Member;
import static rivet.protocol.bare.BareUnion.member;

import java.util.function.BiConsumer;
import java.util.function.Function;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/** What an engine says, by version (spec/envoy.md 3.3 and 3.9). */
final class ToEnvoySchema {

    private ToEnvoySchema() {
    }

    static BareUnion<ToEnvoy> version8() {
        return BareUnion.of("message", init(), commands(), ackEvents(), kvResponse(), tunnelToEnvoy(TunnelSchema.FROM_GATEWAY_8), ping(), gotPages(),
            committed(),
            request(ToEnvoy.SqliteCommitStageBeginResponse.class, in -> new ToEnvoy.SqliteCommitStageBeginResponse(in.u32(), SqlSchema.STAGED.read(in)),
                ToEnvoy.SqliteCommitStageBeginResponse::requestId, (out, message) -> SqlSchema.STAGED.write(out, message.data())),
            request(ToEnvoy.SqliteCommitStageSegmentResponse.class,
                in -> new ToEnvoy.SqliteCommitStageSegmentResponse(in.u32(), SqlSchema.SEGMENT.read(in)),
                ToEnvoy.SqliteCommitStageSegmentResponse::requestId, (out, message) -> SqlSchema.SEGMENT.write(out, message.data())),
            request(ToEnvoy.SqliteCommitFinalizeResponse.class, in -> new ToEnvoy.SqliteCommitFinalizeResponse(in.u32(), SqlSchema.HEAD.read(in)),
                ToEnvoy.SqliteCommitFinalizeResponse::requestId, (out, message) -> SqlSchema.HEAD.write(out, message.data())),
            executedMany(), executed(), executedBatch());
    }

    static BareUnion<ToEnvoy> version6() {
        return BareUnion.of("message", init(), commands(), ackEvents(), kvResponse(), tunnelToEnvoy(TunnelSchema.FROM_GATEWAY_6), ping(), gotPages(),
            committed(), executedMany(), executed(), executedBatch());
    }

    private static Member<ToEnvoy.Init> init() {
        return member(ToEnvoy.Init.class, in -> new ToEnvoy.Init(new ToEnvoy.Metadata(in.i64(), in.i64(), in.u64())),
            (out, message) -> out.i64(message.metadata().envoyLostThreshold()).i64(message.metadata().actorStopThreshold())
                .u64(message.metadata().maxResponsePayloadSize()));
    }

    private static Member<ToEnvoy.Commands> commands() {
        return member(ToEnvoy.Commands.class, in -> new ToEnvoy.Commands(in.list(ActorSchema::command)),
            (out, message) -> out.list(message.commands(), ActorSchema::command));
    }

    private static Member<ToEnvoy.AckEvents> ackEvents() {
        return member(ToEnvoy.AckEvents.class, in -> new ToEnvoy.AckEvents(in.list(Checkpoint::read)),
            (out, message) -> out.list(message.lastEventCheckpoints(), Checkpoint::write));
    }

    private static Member<ToEnvoy.KvResponse> kvResponse() {
        return request(ToEnvoy.KvResponse.class, in -> new ToEnvoy.KvResponse(in.u32(), KvSchema.RESPONSE.read(in)), ToEnvoy.KvResponse::requestId,
            (out, message) -> KvSchema.RESPONSE.write(out, message.data()));
    }

    private static Member<ToEnvoy.TunnelMessage> tunnelToEnvoy(BareUnion<FromGateway> kinds) {
        return member(ToEnvoy.TunnelMessage.class, in -> new ToEnvoy.TunnelMessage(MessageId.read(in), kinds.read(in)), (out, message) -> {
            MessageId.write(out, message.messageId());
            kinds.write(out, message.messageKind());
        });
    }

    private static Member<ToEnvoy.Ping> ping() {
        return member(ToEnvoy.Ping.class, in -> new ToEnvoy.Ping(in.i64()), (out, message) -> out.i64(message.ts()));
    }

    private static Member<ToEnvoy.SqliteGetPagesResponse> gotPages() {
        return request(ToEnvoy.SqliteGetPagesResponse.class, in -> new ToEnvoy.SqliteGetPagesResponse(in.u32(), SqlSchema.PAGES.read(in)),
            ToEnvoy.SqliteGetPagesResponse::requestId, (out, message) -> SqlSchema.PAGES.write(out, message.data()));
    }

    private static Member<ToEnvoy.SqliteCommitResponse> committed() {
        return request(ToEnvoy.SqliteCommitResponse.class, in -> new ToEnvoy.SqliteCommitResponse(in.u32(), SqlSchema.HEAD.read(in)),
            ToEnvoy.SqliteCommitResponse::requestId, (out, message) -> SqlSchema.HEAD.write(out, message.data()));
    }

    private static Member<ToEnvoy.SqliteExecResponse> executedMany() {
        return request(ToEnvoy.SqliteExecResponse.class, in -> new ToEnvoy.SqliteExecResponse(in.u32(), SqlSchema.RESULT.read(in)),
            ToEnvoy.SqliteExecResponse::requestId, (out, message) -> SqlSchema.RESULT.write(out, message.data()));
    }

    private static Member<ToEnvoy.SqliteExecuteResponse> executed() {
        return request(ToEnvoy.SqliteExecuteResponse.class, in -> new ToEnvoy.SqliteExecuteResponse(in.u32(), SqlSchema.EXECUTED.read(in)),
            ToEnvoy.SqliteExecuteResponse::requestId, (out, message) -> SqlSchema.EXECUTED.write(out, message.data()));
    }

    private static Member<ToEnvoy.SqliteExecuteBatchResponse> executedBatch() {
        return request(ToEnvoy.SqliteExecuteBatchResponse.class, in -> new ToEnvoy.SqliteExecuteBatchResponse(in.u32(), SqlSchema.RESULTS.read(in)),
            ToEnvoy.SqliteExecuteBatchResponse::requestId, (out, message) -> SqlSchema.RESULTS.write(out, message.data()));
    }

    /** A request or an answer: its id and what it is about. */
    private static <M> Member<M> request(Class<M> type, Function<BareReader, M> reader, Function<M, Long> id, BiConsumer<BareWriter, M> data) {
        return member(type, reader, (out, message) -> data.accept(out.u32(id.apply(message)), message));
    }
}
