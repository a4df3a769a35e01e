package rivet.protocol.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

import rivet.protocol.DecodeException;

/** Heads and strings of CBOR, checked against what is really there before anything is allocated. */
final class CborInput {

    static final int INDEFINITE = 31;
    private static final int BREAK = 0xff;
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] bytes;
    private final int start;
    private final int end;
    private int position;

    CborInput(byte[] bytes, int from, int length) {
        this.bytes = bytes;
        this.start = from;
        this.end = from + length;
        this.position = from;
    }

    int offset() {
        return position - start;
    }

    boolean atEnd() {
        return position == end;
    }

    int u8() {
        need(1);
        return bytes[position++] & 0xff;
    }

    /** Returns the major type of the next item, or -1 at the end. */
    int nextMajor() {
        return position == end ? -1 : (bytes[position] & 0xff) >> 5;
    }

    /** Returns whether an indefinite item ends here, and if so moves on. */
    boolean broken() {
        need(1);
        if ((bytes[position] & 0xff) != BREAK) {
            return false;
        }
        position++;
        return true;
    }

    /** Returns the argument of a head, unsigned. */
    long argument(int info) {
        if (info < 24) {
            return info;
        }
        return switch (info) {
            case 24 -> u8();
            case 25 -> (short) SHORT.get(bytes, advance(2)) & 0xffff;
            case 26 -> (int) INT.get(bytes, advance(4)) & 0xffff_ffffL;
            case 27 -> (long) LONG.get(bytes, advance(8));
            default -> throw malformed("a head of unknown form");
        };
    }

    /**
     * Returns how many items an array or map has, or -1 if that is not said before.
     *
     * @param parts values in an item; each needs a byte at least, so a larger count is a lie
     */
    int count(int info, int parts) {
        if (info == INDEFINITE) {
            return -1;
        }
        long count = argument(info);
        if (count < 0 || count > (end - position) / parts) {
            throw malformed("an array or map of " + Long.toUnsignedString(count) + " in too few bytes");
        }
        return (int) count;
    }

    byte[] byteString(int info) {
        if (info != INDEFINITE) {
            int length = length(info);
            byte[] content = new byte[length];
            System.arraycopy(bytes, advance(length), content, 0, length);
            return content;
        }
        ByteSink content = new ByteSink();
        while (!broken()) {
            int length = chunk(CborHeads.BYTES);
            content.bytes(bytes, advance(length), length);
        }
        return content.toByteArray();
    }

    String text(int info) {
        if (info != INDEFINITE) {
            return chunkText(length(info));
        }
        StringBuilder text = new StringBuilder();
        while (!broken()) {
            text.append(chunkText(chunk(CborHeads.TEXT)));
        }
        return text.toString();
    }

    DecodeException malformed(String what) {
        return new DecodeException(what, offset());
    }

    private String chunkText(int length) {
        int from = advance(length);
        return Utf8.decode(bytes, from, length, from - start);
    }

    private int chunk(int major) {
        int initial = u8();
        if (initial >> 5 != major) {
            throw malformed("a string with a part that is not one");
        }
        return length(initial & 31);
    }

    private int length(int info) {
        long length = argument(info);
        if (length < 0 || length > end - position) {
            throw malformed("a string of " + Long.toUnsignedString(length) + " bytes goes beyond the end");
        }
        return (int) length;
    }

    private int advance(int length) {
        need(length);
        int from = position;
        position += length;
        return from;
    }

    private void need(int length) {
        if (end - position < length) {
            throw malformed("the value is cut off");
        }
    }
}
