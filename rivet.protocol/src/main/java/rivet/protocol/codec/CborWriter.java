package rivet.protocol.codec;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/**
 * Writes plain values as CBOR for JavaScript clients. What is below a {@link Tagged} has CBOR's own forms instead of
 * compat values, because clients neither revive nor unescape there: it goes out as it came in.
 */
public final class CborWriter implements ObjectWriter {

    private static final long LEAST_NUMBER = -(1L << 32);
    private static final long GREATEST_NUMBER = (1L << 32) - 1;
    private static final long GREATEST_EXACT = 1L << 53;

    private final CborHeads out;
    private final boolean exact;
    private int depth;
    private boolean raw;

    public CborWriter(ByteSink sink) {
        this(sink, false);
    }

    /** Makes a writer that, if {@code exact}, writes a Long which no double may hold as a bigint instead of the nearest double. */
    public CborWriter(ByteSink sink, boolean exact) {
        this.exact = exact;
        this.out = new CborHeads(sink);
    }

    @Override
    public void begin(int fields) {
        out.head(CborHeads.MAP, fields);
    }

    @Override
    public void name(String name) {
        out.text(name);
    }

    @Override
    public void bigint(long value) {
        out.head8(CborHeads.UNSIGNED, value);
    }

    @Override
    public void end() {
        // a map knows its length
    }

    @Override
    public void value(Object plain) {
        switch (plain) {
            case null -> out.nothing();
            case String text -> out.text(text);
            case Integer number -> out.integer(number);
            case Long number -> number(number);
            case Double number -> out.float64(number);
            case Boolean bool -> out.bool(bool);
            case List<?> list -> list(list);
            case Map<?, ?> object -> object(object);
            case Undefined undefined -> undefined();
            case BigInteger number -> bigInteger(number);
            case byte[] bytes -> uint8Array(bytes);
            case ByteBuffer buffer -> arrayBuffer(buffer);
            default -> rare(plain);
        }
    }

    private void rare(Object plain) {
        switch (plain) {
            case Instant instant -> date(Compat.millisOf(instant));
            case Set<?> set -> set(set);
            case JsMap map -> map(map.entries());
            case TypedArray array -> bytes(array.kind().tag(), array.bytes());
            case Tagged tagged -> tagged(tagged);
            default -> throw Compat.notPlain(plain);
        }
    }

    /** A number beyond 32 bits goes as a double, because an integer of eight bytes is a bigint to clients. */
    private void number(long value) {
        if (value >= LEAST_NUMBER && value <= GREATEST_NUMBER) {
            out.integer(value);
        } else if (exact && (value > GREATEST_EXACT || value < -GREATEST_EXACT)) {
            bigInteger(BigInteger.valueOf(value));
        } else {
            out.float64(value);
        }
    }

    private void date(long millis) {
        enter();
        out.date(millis);
        leave();
    }

    private void list(List<?> list) {
        enter();
        out.head(CborHeads.ARRAY, list.size());
        if (!raw && Compat.looksTagged(list)) {
            out.text("$" + list.getFirst());
            value(list.get(1));
        } else {
            list.forEach(this::value);
        }
        leave();
    }

    private void object(Map<?, ?> object) {
        enter();
        out.head(CborHeads.MAP, object.size());
        for (Map.Entry<?, ?> field : object.entrySet()) {
            if (!(field.getKey() instanceof String name)) {
                throw new IllegalArgumentException("an object with a name that is not a string: " + field.getKey());
            }
            out.text(name);
            value(field.getValue());
        }
        leave();
    }

    private void map(Map<Object, Object> entries) {
        enter();
        out.head(CborHeads.TAG, CborTags.MAP);
        out.head(CborHeads.MAP, entries.size());
        entries.forEach((key, value) -> {
            value(key);
            value(value);
        });
        leave();
    }

    private void tagged(Tagged tagged) {
        boolean outer = raw;
        raw = true;
        enter();
        out.head(CborHeads.TAG, tagged.tag());
        value(tagged.value());
        leave();
        raw = outer;
    }

    private void set(Set<?> set) {
        if (raw) {
            enter();
            out.head(CborHeads.TAG, CborTags.SET);
            elements(set);
            leave();
        } else {
            compat(Compat.SET);
            elements(set);
            leave();
        }
    }

    private void elements(Collection<?> elements) {
        enter();
        out.head(CborHeads.ARRAY, elements.size());
        elements.forEach(this::value);
        leave();
    }

    private void undefined() {
        if (raw) {
            out.undefined();
        } else {
            compat(Compat.UNDEFINED);
            out.integer(0);
            leave();
        }
    }

    private void bigInteger(BigInteger value) {
        if (raw && value.bitLength() <= Long.SIZE) {
            out.bigInteger(value);
        } else if (raw) {
            enter();
            out.bigInteger(Compat.checked(value));
            leave();
        } else {
            String digits = Compat.digits(value);
            compat(Compat.BIG_INT);
            out.text(digits);
            leave();
        }
    }

    private void uint8Array(byte[] bytes) {
        if (raw) {
            bytes(CborTags.UINT8_ARRAY, bytes);
        } else {
            base64(Compat.UINT8_ARRAY, bytes);
        }
    }

    private void bytes(int tag, byte[] content) {
        enter();
        out.head(CborHeads.TAG, tag);
        out.byteString(content);
        leave();
    }

    private void arrayBuffer(ByteBuffer buffer) {
        if (raw) {
            out.byteString(Compat.contentOf(buffer));
        } else {
            base64(Compat.ARRAY_BUFFER, Compat.contentOf(buffer));
        }
    }

    private void base64(String tag, byte[] bytes) {
        compat(tag);
        out.utf8(Base64.getEncoder().encode(bytes));
        leave();
    }

    private void compat(String tag) {
        enter();
        out.head(CborHeads.ARRAY, 2);
        out.text(tag);
    }

    private void enter() {
        if (++depth > Limits.DEPTH) {
            throw Compat.tooDeep();
        }
    }

    private void leave() {
        depth--;
    }
}
