package rivet.protocol.envoy;

import static rivet.protocol.bare.BareUnion.Member;
import static rivet.protocol.bare.BareUnion.empty;
import static rivet.protocol.bare.BareUnion.member;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/** How requests and sockets of clients go through the tunnel (spec/envoy.md 3.5 and 3.9). */
final class TunnelSchema {

    private static final Member<ToGateway.ResponseStart> RESPONSE_START = member(ToGateway.ResponseStart.class,
        in -> new ToGateway.ResponseStart(in.u16(), headers(in), in.optional(BareReader::data), in.bool()),
        (out, start) -> headers(out.u16(start.status()), start.headers()).optional(start.body(), BareWriter::data).bool(start.stream()));
    private static final Member<ToGateway.ResponseChunk> RESPONSE_CHUNK = member(ToGateway.ResponseChunk.class,
        in -> new ToGateway.ResponseChunk(in.data(), in.bool()), (out, chunk) -> out.data(chunk.body()).bool(chunk.finish()));
    private static final Member<ToGateway.WebSocketOpen> OPENED = member(ToGateway.WebSocketOpen.class, in -> new ToGateway.WebSocketOpen(in.bool()),
        (out, open) -> out.bool(open.canHibernate()));
    private static final Member<ToGateway.WebSocketMessage> TO_CLIENT = member(ToGateway.WebSocketMessage.class,
        in -> new ToGateway.WebSocketMessage(in.data(), in.bool()), (out, message) -> out.data(message.data()).bool(message.binary()));
    private static final Member<ToGateway.WebSocketMessageAck> ACK = member(ToGateway.WebSocketMessageAck.class,
        in -> new ToGateway.WebSocketMessageAck(in.u16()), (out, ack) -> out.u16(ack.index()));
    private static final Member<ToGateway.WebSocketClose> CLOSE = member(ToGateway.WebSocketClose.class,
        in -> new ToGateway.WebSocketClose(code(in), in.optional(BareReader::str), in.bool()),
        (out, close) -> code(out, close.code()).optional(close.reason(), BareWriter::str).bool(close.hibernate()));

    private static final Member<FromGateway.RequestChunk> REQUEST_CHUNK = member(FromGateway.RequestChunk.class,
        in -> new FromGateway.RequestChunk(in.data(), in.bool()), (out, chunk) -> out.data(chunk.body()).bool(chunk.finish()));
    private static final Member<FromGateway.WebSocketMessage> FROM_CLIENT = member(FromGateway.WebSocketMessage.class,
        in -> new FromGateway.WebSocketMessage(in.data(), in.bool()), (out, message) -> out.data(message.data()).bool(message.binary()));
    private static final Member<FromGateway.WebSocketClose> CLOSED = member(FromGateway.WebSocketClose.class,
        in -> new FromGateway.WebSocketClose(code(in), in.optional(BareReader::str)),
        (out, close) -> code(out, close.code()).optional(close.reason(), BareWriter::str));

    static final BareUnion<ToGateway> TO_GATEWAY_8 = BareUnion.of("message to a client", RESPONSE_START, RESPONSE_CHUNK,
        member(ToGateway.ResponseAbort.class, in -> new ToGateway.ResponseAbort(AbortReason.read(in)),
            (out, abort) -> AbortReason.write(out, abort.reason())),
        member(ToGateway.RequestBodyWindowUpdate.class, in -> new ToGateway.RequestBodyWindowUpdate(in.u64()),
            (out, update) -> out.u64(update.consumedBytes())),
        empty(new ToGateway.RequestBodyCancel()), OPENED, TO_CLIENT, ACK, CLOSE);

    static final BareUnion<ToGateway> TO_GATEWAY_6 = BareUnion.of("message to a client", RESPONSE_START, RESPONSE_CHUNK,
        member(ToGateway.ResponseAbort.class, in -> new ToGateway.ResponseAbort(AbortReason.UNSAID), (out, abort) -> { }), OPENED, TO_CLIENT, ACK, CLOSE);

    static final BareUnion<FromGateway> FROM_GATEWAY_8 = BareUnion.of("message of a client",
        member(FromGateway.RequestStart.class,
            in -> new FromGateway.RequestStart(in.str(), in.optionalU32(), in.str(), in.str(), headers(in), in.optional(BareReader::data), in.bool(), in.bool()),
            (out, start) -> start(out.str(start.actorId()).optionalU32(start.actorGeneration()), start).bool(start.responseStream())),
        REQUEST_CHUNK,
        member(FromGateway.RequestAbort.class,
            in -> new FromGateway.RequestAbort(in.optional(BareReader::str), in.optionalU32(), AbortReason.read(in)),
            (out, abort) -> AbortReason.write(out.optional(abort.actorId(), BareWriter::str).optionalU32(abort.actorGeneration()), abort.reason())),
        empty(new FromGateway.RequestBodyCancel()),
        member(FromGateway.ResponseBodyWindowUpdate.class, in -> new FromGateway.ResponseBodyWindowUpdate(in.u64()),
            (out, update) -> out.u64(update.consumedBytes())),
        member(FromGateway.WebSocketOpen.class, in -> new FromGateway.WebSocketOpen(in.str(), in.optionalU32(), in.str(), headers(in)),
            (out, open) -> headers(out.str(open.actorId()).optionalU32(open.actorGeneration()).str(open.path()), open.headers())),
        FROM_CLIENT, CLOSED);

    static final BareUnion<FromGateway> FROM_GATEWAY_6 = BareUnion.of("message of a client",
        member(FromGateway.RequestStart.class,
            in -> new FromGateway.RequestStart(in.str(), OptionalLong.empty(), in.str(), in.str(), headers(in), in.optional(BareReader::data), in.bool(), false),
            (out, start) -> start(out.str(start.actorId()), start)),
        REQUEST_CHUNK,
        member(FromGateway.RequestAbort.class,
            in -> new FromGateway.RequestAbort(Optional.empty(), OptionalLong.empty(), AbortReason.UNSAID), (out, abort) -> { }),
        member(FromGateway.WebSocketOpen.class, in -> new FromGateway.WebSocketOpen(in.str(), OptionalLong.empty(), in.str(), headers(in)),
            (out, open) -> headers(out.str(open.actorId()).str(open.path()), open.headers())),
        FROM_CLIENT, CLOSED);

    private TunnelSchema() {
    }

    private static BareWriter start(BareWriter out, FromGateway.RequestStart start) {
        return headers(out.str(start.method()).str(start.path()), start.headers()).optional(start.body(), BareWriter::data).bool(start.stream());
    }

    private static Map<String, String> headers(BareReader in) {
        return in.map(BareReader::str, BareReader::str);
    }

    private static BareWriter headers(BareWriter out, Map<String, String> headers) {
        return out.map(headers, BareWriter::str, BareWriter::str);
    }

    private static OptionalInt code(BareReader in) {
        return in.bool() ? OptionalInt.of(in.u16()) : OptionalInt.empty();
    }

    private static BareWriter code(BareWriter out, OptionalInt code) {
        out.bool(code.isPresent());
        code.ifPresent(out::u16);
        return out;
    }
}
