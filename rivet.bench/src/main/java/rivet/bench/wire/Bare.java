package rivet.bench.wire;

import java.nio.ByteBuffer;

/** Reads the BARE primitives of the client protocol (spec/wire.md 8) from a buffer, moving its position. */
public final class Bare {

    /** The protocol version that every message starts with, as two bytes, low first. */
    public static final int VERSION = 4;

    private Bare() {
    }

    /** Reads the version that every message starts with; any but {@link #VERSION} is refused. */
    public static void version(ByteBuffer in) {
        int version = in.get() & 0xff | (in.get() & 0xff) << 8;
        if (version != VERSION) {
            throw new WireException("protocol version " + version);
        }
    }

    public static long uint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new WireException("uint of more than 64 bits");
    }

    /** Reads the length of a {@code str} or {@code data} and returns where it ends. */
    public static int end(ByteBuffer in) {
        long length = uint(in);
        if (length < 0 || length > in.remaining()) {
            throw new WireException("length " + length + " with " + in.remaining() + " bytes left");
        }
        return in.position() + (int) length;
    }

    public static String string(ByteBuffer in) {
        return Text.utf8(in, end(in));
    }

    /** Fails unless everything was read: trailing bytes are an error on both sides (spec/wire.md 8). */
    public static void finished(ByteBuffer in) {
        if (in.hasRemaining()) {
            throw new WireException(in.remaining() + " bytes after the message");
        }
    }
}
