package rivet.protocol.bare;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

import rivet.protocol.DecodeException;
import rivet.protocol.codec.Utf8;

/**
 * Reads BARE, the counterpart of {@link BareWriter}. Every method throws {@link DecodeException} if the bytes do not hold what it
 * is asked for; nothing is allocated for a length that they do not have. For one message and one thread.
 */
public final class BareReader {

    private static final int FIRST_CAPACITY = 64;
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private int position;

    /** Reads from the beginning of these bytes, which must not change meanwhile. */
    public BareReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Reads an unsigned byte. */
    public int u8() {
        return bytes[advance(1)] & 0xff;
    }

    /** Reads two bytes, unsigned. */
    public int u16() {
        return (short) SHORT.get(bytes, advance(2)) & 0xffff;
    }

    /** Reads four bytes, unsigned. */
    public long u32() {
        return (int) INT.get(bytes, advance(4)) & 0xffff_ffffL;
    }

    /** Reads eight bytes; a value of 2^63 or more is returned as a negative one. */
    public long u64() {
        return (long) LONG.get(bytes, advance(8));
    }

    /** Reads eight bytes, signed. */
    public long i64() {
        return u64();
    }

    /** Reads eight bytes, IEEE 754. */
    public double f64() {
        return Double.longBitsToDouble(u64());
    }

    /**
     * Reads an unsigned integer of one to ten bytes; a value of 2^63 or more is returned as a negative one. There is only one form
     * for each value: superfluous bytes are refused.
     */
    public long uint() {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = u8();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                if (next == 0 && shift > 0 || shift == 63 && next > 1) {
                    break;
                }
                return value;
            }
        }
        throw malformed("an integer that is too long");
    }

    /** Reads a boolean. */
    public boolean bool() {
        int value = u8();
        if (value > 1) {
            throw malformed("a boolean of " + value);
        }
        return value == 1;
    }

    /** Reads a string. */
    public String str() {
        int length = length(1);
        int from = advance(length);
        return Utf8.decode(bytes, from, length, from);
    }

    /** Reads bytes with their length. */
    public byte[] data() {
        return fixed(length(1));
    }

    /** Reads bytes whose length the structure fixes. */
    public byte[] fixed(int length) {
        int from = advance(length);
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** Reads an optional value. */
    public <T> Optional<T> optional(Function<BareReader, T> item) {
        return bool() ? Optional.of(item.apply(this)) : Optional.empty();
    }

    /** Reads an optional {@code u64}. */
    public OptionalLong optionalU64() {
        return bool() ? OptionalLong.of(u64()) : OptionalLong.empty();
    }

    /** Reads an optional {@code uint}. */
    public OptionalLong optionalUint() {
        return bool() ? OptionalLong.of(uint()) : OptionalLong.empty();
    }

    /** Reads an optional {@code u32}. */
    public OptionalLong optionalU32() {
        return bool() ? OptionalLong.of(u32()) : OptionalLong.empty();
    }

    /** Reads an enum: one of these values, by its number. */
    public <E extends Enum<E>> E oneOf(E[] values) {
        long number = uint();
        if (number < 0 || number >= values.length) {
            throw malformed("an unknown " + values.getClass().componentType().getSimpleName() + ": " + Long.toUnsignedString(number));
        }
        return values[(int) number];
    }

    /** Reads a list whose items take a byte at least. */
    public <T> List<T> list(Function<BareReader, T> item) {
        int count = length(1);
        List<T> values = new ArrayList<>(Math.min(count, FIRST_CAPACITY));
        for (int i = 0; i < count; i++) {
            values.add(item.apply(this));
        }
        return values;
    }

    /** Reads a map, in the order of the bytes. A key that comes twice is refused. */
    public <K, V> Map<K, V> map(Function<BareReader, K> key, Function<BareReader, V> value) {
        int count = length(2);
        Map<K, V> values = LinkedHashMap.newLinkedHashMap(Math.min(count, FIRST_CAPACITY));
        for (int i = 0; i < count; i++) {
            if (values.put(key.apply(this), value.apply(this)) != null) {
                throw malformed("a key that comes twice");
            }
        }
        return values;
    }

    /** Returns how many bytes were read. */
    public int position() {
        return position;
    }

    /** Ends the message: bytes that are left over are refused. */
    public void end() {
        if (position < bytes.length) {
            throw malformed((bytes.length - position) + " bytes follow the message");
        }
    }

    /** Returns the failure that something is malformed here, for example the tag of a union. */
    public DecodeException malformed(String what) {
        return new DecodeException(what, position);
    }

    private int length(int itemBytes) {
        long length = uint();
        if (length < 0 || length > (bytes.length - position) / itemBytes) {
            throw malformed("a length of " + Long.toUnsignedString(length) + " goes beyond the end");
        }
        return (int) length;
    }

    private int advance(int length) {
        if (bytes.length - position < length) {
            throw malformed("the message is cut off");
        }
        int from = position;
        position += length;
        return from;
    }
}
