package rivet.protocol.envoy;

import static rivet.protocol.bare.BareUnion.Member;
import static rivet.protocol.bare.BareUnion.empty;
import static rivet.protocol.bare.BareUnion.member;

import java.util.function.BiConsumer;
import java.util.function.Function;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/** What an envoy says, by version (spec/envoy.md 3.2 and 3.9). */
final class ToRivetSchema {

    private ToRivetSchema() {
    }

    static BareUnion<ToRivet> version8() {
        return BareUnion.of("message", metadata(), events(), ackCommands(), empty(new ToRivet.Stopping()), pong(), kvRequest(),
            tunnelToRivet(TunnelSchema.TO_GATEWAY_8), getPages(), commit(),
            request(ToRivet.SqliteCommitStageBegin.class, in -> new ToRivet.SqliteCommitStageBegin(in.u32(), SqlSchema.stageBegin(in)),
                ToRivet.SqliteCommitStageBegin::requestId, (out, message) -> SqlSchema.write(out, message.data())),
            request(ToRivet.SqliteCommitStageSegment.class, in -> new ToRivet.SqliteCommitStageSegment(in.u32(), SqlSchema.segment(in)),
                ToRivet.SqliteCommitStageSegment::requestId, (out, message) -> SqlSchema.write(out, message.data())),
            request(ToRivet.SqliteCommitFinalize.class, in -> new ToRivet.SqliteCommitFinalize(in.u32(), SqlSchema.finalizing(in)),
                ToRivet.SqliteCommitFinalize::requestId, (out, message) -> SqlSchema.write(out, message.data())),
            exec(), execute(), batch());
    }

    static BareUnion<ToRivet> version6() {
        return BareUnion.of("message", metadata(), events(), ackCommands(), empty(new ToRivet.Stopping()), pong(), kvRequest(),
            tunnelToRivet(TunnelSchema.TO_GATEWAY_6), getPages(), commit(), exec(), execute(), batch());
    }

    private static Member<ToRivet.Metadata> metadata() {
        return member(ToRivet.Metadata.class,
            in -> new ToRivet.Metadata(in.optional(from -> from.map(BareReader::str, name -> new ToRivet.ActorName(name.str()))), in.optional(BareReader::str)),
            (out, message) -> out
                .optional(message.prepopulateActorNames(), (to, names) -> to.map(names, BareWriter::str, (item, name) -> item.str(name.metadata())))
                .optional(message.metadata(), BareWriter::str));
    }

    private static Member<ToRivet.Events> events() {
        return member(ToRivet.Events.class, in -> new ToRivet.Events(in.list(ActorSchema::event)),
            (out, message) -> out.list(message.events(), ActorSchema::event));
    }

    private static Member<ToRivet.AckCommands> ackCommands() {
        return member(ToRivet.AckCommands.class, in -> new ToRivet.AckCommands(in.list(Checkpoint::read)),
            (out, message) -> out.list(message.lastCommandCheckpoints(), Checkpoint::write));
    }

    private static Member<ToRivet.Pong> pong() {
        return member(ToRivet.Pong.class, in -> new ToRivet.Pong(in.i64()), (out, message) -> out.i64(message.ts()));
    }

    private static Member<ToRivet.KvRequest> kvRequest() {
        return member(ToRivet.KvRequest.class, in -> new ToRivet.KvRequest(in.str(), in.u32(), KvSchema.REQUEST.read(in)),
            (out, message) -> KvSchema.REQUEST.write(out.str(message.actorId()).u32(message.requestId()), message.data()));
    }

    private static Member<ToRivet.TunnelMessage> tunnelToRivet(BareUnion<ToGateway> kinds) {
        return member(ToRivet.TunnelMessage.class, in -> new ToRivet.TunnelMessage(MessageId.read(in), kinds.read(in)), (out, message) -> {
            MessageId.write(out, message.messageId());
            kinds.write(out, message.messageKind());
        });
    }

    private static Member<ToRivet.SqliteGetPages> getPages() {
        return request(ToRivet.SqliteGetPages.class, in -> new ToRivet.SqliteGetPages(in.u32(), SqlSchema.getPages(in)),
            ToRivet.SqliteGetPages::requestId, (out, message) -> SqlSchema.write(out, message.data()));
    }

    private static Member<ToRivet.SqliteCommit> commit() {
        return request(ToRivet.SqliteCommit.class, in -> new ToRivet.SqliteCommit(in.u32(), SqlSchema.commit(in)),
            ToRivet.SqliteCommit::requestId, (out, message) -> SqlSchema.write(out, message.data()));
    }

    private static Member<ToRivet.SqliteExec> exec() {
        return request(ToRivet.SqliteExec.class, in -> new ToRivet.SqliteExec(in.u32(), SqlSchema.exec(in)),
            ToRivet.SqliteExec::requestId, (out, message) -> SqlSchema.write(out, message.data()));
    }

    private static Member<ToRivet.SqliteExecute> execute() {
        return request(ToRivet.SqliteExecute.class, in -> new ToRivet.SqliteExecute(in.u32(), SqlSchema.execute(in)),
            ToRivet.SqliteExecute::requestId, (out, message) -> SqlSchema.write(out, message.data()));
    }

    private static Member<ToRivet.SqliteExecuteBatch> batch() {
        return request(ToRivet.SqliteExecuteBatch.class, in -> new ToRivet.SqliteExecuteBatch(in.u32(), SqlSchema.batch(in)),
            ToRivet.SqliteExecuteBatch::requestId, (out, message) -> SqlSchema.write(out, message.data()));
    }

    /** A request or an answer: its id and what it is about. */
    private static <M> Member<M> request(Class<M> type, Function<BareReader, M> reader, Function<M, Long> id, BiConsumer<BareWriter, M> data) {
        return member(type, reader, (out, message) -> data.accept(out.u32(id.apply(message)), message));
    }
}
