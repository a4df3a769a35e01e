package rivet.protocol.envoy;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareWriter;

/**
 * Names a message of the tunnel.
 *
 * @param gatewayId with {@code requestId} it names a client's request or socket; both are four bytes, here as the big-endian number
 * @param messageIndex u16, of the frames of one side
 */
public record MessageId(int gatewayId, int requestId, int messageIndex) {

    static MessageId read(BareReader in) {
        return new MessageId(id(in), id(in), in.u16());
    }

    static void write(BareWriter out, MessageId id) {
        id(out, id.gatewayId());
        id(out, id.requestId());
        out.u16(id.messageIndex());
    }

    static int id(BareReader in) {
        return Integer.reverseBytes((int) in.u32());
    }

    static void id(BareWriter out, int id) {
        out.u32(Integer.reverseBytes(id));
    }
}
