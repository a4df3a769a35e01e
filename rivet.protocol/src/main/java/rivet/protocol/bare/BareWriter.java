package rivet.protocol.bare;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

import rivet.protocol.codec.ByteSink;

/**
 * Writes BARE: integers little-endian, {@code uint} as LEB128, strings and data with their length before them. A struct is its
 * fields one after the other; a union is its tag ({@link #u8} or {@link #uint}) and the member. For one message and one thread.
 */
public final class BareWriter {

    private final ByteSink sink = new ByteSink();

    /** Writes an unsigned byte; higher bits are dropped. */
    public BareWriter u8(int value) {
        sink.u8(value);
        return this;
    }

    /** Writes two bytes, signed or not; higher bits are dropped. */
    public BareWriter u16(int value) {
        sink.u16Little(value);
        return this;
    }

    /** Writes four bytes, signed or not; higher bits are dropped. */
    public BareWriter u32(long value) {
        sink.u32Little((int) value);
        return this;
    }

    /** Writes eight bytes; a negative value is one of 2^63 or more. */
    public BareWriter u64(long value) {
        sink.u64Little(value);
        return this;
    }

    /** Writes eight bytes, signed. */
    public BareWriter i64(long value) {
        return u64(value);
    }

    /** Writes eight bytes, IEEE 754. */
    public BareWriter f64(double value) {
        return u64(Double.doubleToRawLongBits(value));
    }

    /** Writes an unsigned integer in one to ten bytes; a negative value is one of 2^63 or more. */
    public BareWriter uint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            sink.u8((int) rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        sink.u8((int) rest);
        return this;
    }

    /** Writes a boolean. */
    public BareWriter bool(boolean value) {
        sink.u8(value ? 1 : 0);
        return this;
    }

    /** Writes a string; a lone surrogate, which UTF-8 cannot hold, becomes a question mark. */
    public BareWriter str(String value) {
        return data(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes bytes with their length. */
    public BareWriter data(byte[] value) {
        uint(value.length);
        return fixed(value);
    }

    /** Writes bytes whose length the structure fixes. */
    public BareWriter fixed(byte[] value) {
        sink.bytes(value);
        return this;
    }

    /** Writes an optional value. */
    public <T> BareWriter optional(Optional<T> value, BiConsumer<BareWriter, ? super T> item) {
        bool(value.isPresent());
        value.ifPresent(v -> item.accept(this, v));
        return this;
    }

    /** Writes an optional {@code u64}. */
    public BareWriter optionalU64(OptionalLong value) {
        bool(value.isPresent());
        value.ifPresent(this::u64);
        return this;
    }

    /** Writes an optional {@code uint}. */
    public BareWriter optionalUint(OptionalLong value) {
        bool(value.isPresent());
        value.ifPresent(this::uint);
        return this;
    }

    /** Writes an optional {@code u32}. */
    public BareWriter optionalU32(OptionalLong value) {
        bool(value.isPresent());
        value.ifPresent(this::u32);
        return this;
    }

    /** Writes an enum as the number of the value. */
    public BareWriter oneOf(Enum<?> value) {
        return uint(value.ordinal());
    }

    /** Writes a list. */
    public <T> BareWriter list(List<T> values, BiConsumer<BareWriter, ? super T> item) {
        uint(values.size());
        values.forEach(v -> item.accept(this, v));
        return this;
    }

    /** Writes a map, in the map's order. */
    public <K, V> BareWriter map(Map<K, V> values, BiConsumer<BareWriter, ? super K> key, BiConsumer<BareWriter, ? super V> value) {
        uint(values.size());
        values.forEach((k, v) -> {
            key.accept(this, k);
            value.accept(this, v);
        });
        return this;
    }

    /** Returns what was written. */
    public byte[] toByteArray() {
        return sink.toByteArray();
    }
}
