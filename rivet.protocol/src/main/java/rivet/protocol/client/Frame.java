package rivet.protocol.client;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A WebSocket frame; one message each. */
public sealed interface Frame {

    /** Returns a binary frame of the remaining bytes. The buffer is the frame's from now on: its bytes are copied only if need be. */
    static Frame binary(ByteBuffer data) {
        if (data.hasArray() && data.arrayOffset() == 0 && data.position() == 0 && data.remaining() == data.array().length) {
            return new Binary(data.array());
        }
        byte[] bytes = new byte[data.remaining()];
        data.get(data.position(), bytes);
        return new Binary(bytes);
    }

    /** A text frame: how JSON is sent. */
    record Text(String text) implements Frame {}

    /** A binary frame: how CBOR and BARE are sent, and how JSON may come. The bytes belong to the frame. */
    record Binary(byte[] bytes) implements Frame {

        @Override
        public boolean equals(Object other) {
            return other instanceof Binary that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "Binary[" + bytes.length + " bytes]";
        }
    }
}
