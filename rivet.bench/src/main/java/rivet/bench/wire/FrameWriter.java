package rivet.bench.wire;

import java.nio.ByteBuffer;

/** Writes whole WebSocket frames (RFC 6455) of a client: one message a frame, always masked. For one thread. */
public final class FrameWriter {

    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;

    /** The longest head of a frame. */
    public static final int HEAD = 14;

    private int mask;

    /** @param seed where the sequence of masks starts; any number */
    public FrameWriter(int seed) {
        mask = seed | 1;
    }

    /** Writes a frame; {@code out} needs {@link #HEAD} + {@code length} bytes. */
    public void write(ByteBuffer out, int opcode, byte[] payload, int length) {
        mask ^= mask << 13;
        mask ^= mask >>> 17;
        mask ^= mask << 5;
        out.put((byte) (0x80 | opcode));
        if (length < 126) {
            out.put((byte) (0x80 | length));
        } else if (length < 1 << 16) {
            out.put((byte) (0x80 | 126)).putShort((short) length);
        } else {
            out.put((byte) (0x80 | 127)).putLong(length);
        }
        out.putInt(mask);
        for (int i = 0; i < length; i++) {
            out.put((byte) (payload[i] ^ mask >>> 24 - 8 * (i & 3)));
        }
    }
}
