package rivet.protocol.codec;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import rivet.value.JsMap;
import rivet.value.Undefined;

/** Reads CBOR of JavaScript clients into plain values: everything they may send, and nothing that is malformed. */
public final class CborReader {

    /** Containers grow from here, because a count may be a lie until all its items were seen. */
    private static final int FIRST_CAPACITY = 64;
    private static final int UNKNOWN_CAPACITY = 4;

    private final CborInput in;
    private final HashGuard guard = new HashGuard();
    private int levelsLeft;
    private boolean raw;

    private CborReader(CborInput in, int depth) {
        this.in = in;
        this.levelsLeft = depth;
    }

    /**
     * Reads one value that takes up the whole range.
     *
     * @param depth how deep it may nest
     * @throws rivet.protocol.DecodeException if it is malformed, nested too deep or followed by something
     */
    public static Object read(byte[] bytes, int from, int length, int depth) {
        CborInput in = new CborInput(bytes, from, length);
        Object value = new CborReader(in, depth).value();
        if (!in.atEnd()) {
            throw in.malformed("something follows the value");
        }
        return value;
    }

    private Object value() {
        int initial = in.u8();
        int info = initial & 31;
        return switch (initial >> 5) {
            case CborHeads.UNSIGNED -> integer(info, false);
            case CborHeads.NEGATIVE -> integer(info, true);
            case CborHeads.BYTES -> ByteBuffer.wrap(in.byteString(info));
            case CborHeads.TEXT -> in.text(info);
            case CborHeads.ARRAY -> array(info);
            case CborHeads.MAP -> object(info);
            case CborHeads.TAG -> tagged(info);
            default -> simple(info);
        };
    }

    /** The eight-byte form is a bigint, however small it is; others are numbers. */
    private Object integer(int info, boolean negative) {
        long argument = in.argument(info);
        if (info == 27) {
            BigInteger value = unsigned(argument);
            return negative ? value.not() : value;
        }
        long value = negative ? ~argument : argument;
        if (value == (int) value) {
            return (int) value;
        }
        return value;
    }

    private static BigInteger unsigned(long value) {
        BigInteger signed = BigInteger.valueOf(value);
        return value >= 0 ? signed : signed.add(BigInteger.ONE.shiftLeft(Long.SIZE));
    }

    private Object simple(int info) {
        return switch (info) {
            case 20 -> false;
            case 21 -> true;
            case 22 -> null;
            case 23 -> Undefined.UNDEFINED;
            case 25 -> (double) Float.float16ToFloat((short) in.argument(info));
            case 26 -> (double) Float.intBitsToFloat((int) in.argument(info));
            case 27 -> Double.longBitsToDouble(in.argument(info));
            case CborInput.INDEFINITE -> throw in.malformed("an end of something that has not begun");
            default -> throw in.malformed("an unknown simple value");
        };
    }

    private Object array(int info) {
        if (raw) {
            return elements(info);
        }
        enter();
        int count = in.count(info, 1);
        CompatArray array = new CompatArray(capacity(count), guard);
        for (int i = 0; more(count, i); i++) {
            if (array.awaitsSetElements() && in.nextMajor() == CborHeads.ARRAY) {
                array.addSetElements(hashed(in.u8() & 31));
            } else {
                array.add(value());
            }
        }
        leave();
        return array.finish(in.offset());
    }

    private List<Object> elements(int info) {
        enter();
        int count = in.count(info, 1);
        List<Object> items = new ArrayList<>(capacity(count));
        for (int i = 0; more(count, i); i++) {
            items.add(value());
        }
        leave();
        return items;
    }

    private List<Object> hashed(int info) {
        guard.enter(in.offset());
        List<Object> items = elements(info);
        guard.leave();
        return items;
    }

    private Map<String, Object> object(int info) {
        enter();
        int count = in.count(info, 2);
        Map<String, Object> object = LinkedHashMap.newLinkedHashMap(capacity(count));
        for (int i = 0; more(count, i); i++) {
            object.put(name(), value());
        }
        leave();
        return object;
    }

    private String name() {
        if (in.nextMajor() == CborHeads.TEXT) {
            return in.text(in.u8() & 31);
        }
        return PropertyName.of(value()).orElseThrow(() -> in.malformed("a key that cannot be the name of a property"));
    }

    private Object tagged(int info) {
        enter();
        long tag = in.argument(info);
        Object value;
        if (tag == CborTags.SET && in.nextMajor() == CborHeads.ARRAY) {
            value = guard.set(hashed(in.u8() & 31), in.offset());
        } else if (tag == CborTags.MAP && in.nextMajor() == CborHeads.MAP) {
            value = map(in.u8() & 31);
        } else {
            boolean outer = raw;
            raw = true;
            value = CborTags.apply(tag, value(), in.offset());
            raw = outer;
        }
        leave();
        return value;
    }

    private JsMap map(int info) {
        int count = in.count(info, 2);
        HashGuard.Entries entries = guard.entries(in.offset());
        for (int i = 0; more(count, i); i++) {
            guard.enter(in.offset());
            Object key = value();
            guard.leave();
            entries.put(key, value());
        }
        return new JsMap(entries.map());
    }

    private boolean more(int count, int done) {
        return count < 0 ? !in.broken() : done < count;
    }

    private static int capacity(int count) {
        return count < 0 ? UNKNOWN_CAPACITY : Math.min(count, FIRST_CAPACITY);
    }

    private void enter() {
        if (--levelsLeft < 0) {
            throw in.malformed("the value is nested too deep");
        }
    }

    private void leave() {
        levelsLeft++;
    }
}
