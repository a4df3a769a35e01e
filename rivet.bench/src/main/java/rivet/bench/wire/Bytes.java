package rivet.bench.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing byte array to encode messages into, reused from message to message so that the load client allocates nothing
 * while it measures. Knows the three primitives of BARE that the protocol needs. For one thread.
 */
public final class Bytes {

    private byte[] bytes;
    private int length;

    public Bytes(int capacity) {
        bytes = new byte[capacity];
    }

    /** Removes everything written so far; the array stays. */
    public Bytes clear() {
        length = 0;
        return this;
    }

    public int length() {
        return length;
    }

    /** The array written into; valid up to {@link #length()} and until the next write. */
    public byte[] array() {
        return bytes;
    }

    public byte[] toArray() {
        return Arrays.copyOf(bytes, length);
    }

    public Bytes u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
        return this;
    }

    /** {@code count} bytes of {@code value}, the highest first (CBOR and WebSocket lengths). */
    public Bytes bigEndian(long value, int count) {
        for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
            u8((int) (value >> shift));
        }
        return this;
    }

    /** BARE {@code uint}: LEB128. */
    public Bytes uint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            u8((int) rest | 0x80);
            rest >>>= 7;
        }
        return u8((int) rest);
    }

    public Bytes raw(byte[] source) {
        return raw(source, 0, source.length);
    }

    public Bytes raw(byte[] source, int offset, int count) {
        room(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return this;
    }

    /** What remains in {@code source}, whose position moves to its limit. */
    public Bytes raw(ByteBuffer source) {
        int count = source.remaining();
        room(count);
        source.get(bytes, length, count);
        length += count;
        return this;
    }

    /** BARE {@code data}: length and bytes; {@code str} too if the bytes are UTF-8. */
    public Bytes data(byte[] source) {
        return uint(source.length).raw(source);
    }

    /** The decimal digits of a number that is not negative. */
    public Bytes digits(long value) {
        if (value >= 10) {
            digits(value / 10);
        }
        return u8('0' + (int) (value % 10));
    }

    public Bytes utf8(String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    private void room(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }
}
