package rivet.bench.wire;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * As much CBOR as arguments and results of the benchmark need: writes numbers, text and arrays, reads numbers, skips
 * everything else (spec/wire.md 9). Readers move the buffer's position.
 */
public final class Cbor {

    private static final int ARRAY = 4;
    private static final int INDEFINITE = 31;

    private Cbor() {
    }

    /** Writes a {@link Number}, a {@link String} or a {@link List} of them. */
    public static void write(Bytes out, Object value) {
        switch (value) {
            case Integer i -> integer(out, i);
            case Long l when l >= -(1L << 32) && l < 1L << 32 -> integer(out, l);
            // the client takes every 8-byte integer for a bigint
            case Number n -> out.u8(0xfb).bigEndian(Double.doubleToLongBits(n.doubleValue()), 8);
            case String s -> {
                byte[] utf8 = Text.bytes(s);
                head(out, 3, utf8.length);
                out.raw(utf8);
            }
            case List<?> list -> {
                head(out, ARRAY, list.size());
                list.forEach(item -> write(out, item));
            }
            default -> throw new IllegalArgumentException("no CBOR for " + value.getClass());
        }
    }

    private static void integer(Bytes out, long value) {
        if (value >= 0) {
            head(out, 0, value);
        } else {
            head(out, 1, -1 - value);
        }
    }

    private static void head(Bytes out, int major, long argument) {
        int type = major << 5;
        if (argument < 24) {
            out.u8(type | (int) argument);
        } else if (argument < 1 << 8) {
            out.u8(type | 24).bigEndian(argument, 1);
        } else if (argument < 1 << 16) {
            out.u8(type | 25).bigEndian(argument, 2);
        } else {
            out.u8(type | 26).bigEndian(argument, 4);
        }
    }

    /** Reads the head of an array and returns its length. */
    public static int array(ByteBuffer in) {
        int head = in.get() & 0xff;
        if (head >> 5 != ARRAY) {
            throw new WireException("no array but " + Integer.toHexString(head));
        }
        return (int) argument(in, head & 31);
    }

    /** Reads one value; {@link Double#NaN} if it is no number. */
    public static double number(ByteBuffer in) {
        int start = in.position();
        int head = in.get() & 0xff;
        return switch (head) {
            case 0xf9 -> Float.float16ToFloat(in.getShort());
            case 0xfa -> in.getFloat();
            case 0xfb -> in.getDouble();
            default -> switch (head >> 5) {
                case 0 -> argument(in, head & 31);
                case 1 -> -1 - argument(in, head & 31);
                default -> {
                    in.position(start);
                    skip(in);
                    yield Double.NaN;
                }
            };
        };
    }

    /** Reads past one value of any type. */
    public static void skip(ByteBuffer in) {
        int head = in.get() & 0xff;
        int info = head & 31;
        long argument = info == INDEFINITE ? -1 : argument(in, info);
        switch (head >> 5) {
            case 2, 3 -> {
                if (argument < 0) {
                    skipToBreak(in);
                } else if (argument > in.remaining()) {
                    throw new WireException("CBOR string of " + argument + " bytes with " + in.remaining() + " left");
                } else {
                    in.position(in.position() + (int) argument);
                }
            }
            case ARRAY -> skip(in, argument);
            case 5 -> skip(in, argument < 0 ? argument : 2 * argument);
            case 6 -> skip(in);
            default -> {
                // integers and simple values are their head
            }
        }
    }

    private static void skip(ByteBuffer in, long count) {
        if (count < 0) {
            skipToBreak(in);
        }
        for (long i = 0; i < count; i++) {
            skip(in);
        }
    }

    private static void skipToBreak(ByteBuffer in) {
        while (in.get(in.position()) != (byte) 0xff) {
            skip(in);
        }
        in.get();
    }

    private static long argument(ByteBuffer in, int info) {
        return switch (info) {
            case 24 -> in.get() & 0xff;
            case 25 -> in.getShort() & 0xffff;
            case 26 -> in.getInt() & 0xffffffffL;
            case 27 -> in.getLong();
            case 28, 29, 30, INDEFINITE -> throw new WireException("CBOR head with information " + info);
            default -> info;
        };
    }
}
