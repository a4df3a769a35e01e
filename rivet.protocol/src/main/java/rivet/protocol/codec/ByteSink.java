package rivet.protocol.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are being written. Grows as needed; not for several threads. */
public final class ByteSink {

    private static final int LARGEST = Integer.MAX_VALUE - 8;
    private static final VarHandle LITTLE_SHORT = view(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_INT = view(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LITTLE_LONG = view(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes;
    private int size;

    public ByteSink() {
        this(256);
    }

    public ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    public void u8(int value) {
        if (size == bytes.length) {
            grow(1);
        }
        bytes[size++] = (byte) value;
    }

    public void u16Little(int value) {
        room(2);
        LITTLE_SHORT.set(bytes, size, (short) value);
        size += 2;
    }

    public void u32Little(int value) {
        room(4);
        LITTLE_INT.set(bytes, size, value);
        size += 4;
    }

    public void u64Little(long value) {
        room(8);
        LITTLE_LONG.set(bytes, size, value);
        size += 8;
    }

    public void u16Big(int value) {
        u16Little(Short.reverseBytes((short) value));
    }

    public void u32Big(int value) {
        u32Little(Integer.reverseBytes(value));
    }

    public void u64Big(long value) {
        u64Little(Long.reverseBytes(value));
    }

    public void bytes(byte[] source) {
        bytes(source, 0, source.length);
    }

    public void bytes(byte[] source, int from, int length) {
        room(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** Appends characters of which all are ASCII. */
    public void ascii(String text) {
        ascii(text, 0, text.length());
    }

    /** Appends the characters of a range, all of which are ASCII. */
    public void ascii(String text, int from, int to) {
        room(to - from);
        byte[] target = bytes;
        int at = size;
        for (int i = from; i < to; i++) {
            target[at++] = (byte) text.charAt(i);
        }
        size = at;
    }

    public int size() {
        return size;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, size);
    }

    /** Returns what was written, which is UTF-8. */
    public String toText() {
        return new String(bytes, 0, size, StandardCharsets.UTF_8);
    }

    private void room(int length) {
        if (bytes.length - size < length) {
            grow(length);
        }
    }

    private void grow(int length) {
        int needed = Math.addExact(size, length);
        bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(bytes.length * 2L, LARGEST)));
    }

    private static VarHandle view(Class<?> type, ByteOrder order) {
        return MethodHandles.byteArrayViewVarHandle(type, order);
    }
}
