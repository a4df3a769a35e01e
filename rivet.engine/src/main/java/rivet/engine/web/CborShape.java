package rivet.engine.web;

/** Tells well-formed CBOR (RFC 8949) from other bytes, without making anything of it. */
public final class CborShape {

    private static final int DEEPEST = 512;
    private static final int BREAK = 0xff;

    private final byte[] bytes;
    private int at;

    private CborShape(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns whether the bytes are one value and nothing else. */
    public static boolean isOneValue(byte[] bytes) {
        CborShape shape = new CborShape(bytes);
        return shape.value(0) && shape.at == bytes.length;
    }

    private boolean value(int depth) {
        if (at >= bytes.length || depth > DEEPEST) {
            return false;
        }
        int first = bytes[at++] & 0xff;
        int major = first >> 5;
        int info = first & 31;
        if (info == 31) {
            return indefinite(major, depth);
        }
        long argument = argument(info);
        if (argument < 0 && major >= 2 && major <= 5) {
            return false; // a length; tags and numbers may be that large
        }
        return !(info > 27) && !overrun() && switch (major) {
            case 0, 1 -> true;
            case 2, 3 -> skip(argument);
            case 4 -> values(argument, depth);
            case 5 -> argument <= bytes.length && values(argument * 2, depth);
            case 6 -> value(depth + 1);
            default -> info != 24 || argument >= 32;
        };
    }

    private long argument(int info) {
        if (info < 24) {
            return info;
        }
        int width = info > 27 ? 0 : 1 << info - 24;
        long argument = 0;
        for (int i = 0; i < width; i++, at++) {
            argument = argument << 8 | (at < bytes.length ? bytes[at] & 0xff : 0);
        }
        return argument;
    }

    private boolean overrun() {
        return at > bytes.length;
    }

    private boolean skip(long length) {
        if (length > bytes.length - at) {
            return false;
        }
        at += (int) length;
        return true;
    }

    private boolean values(long count, int depth) {
        // each takes a byte at least, so a count beyond what is left fails soon
        for (long i = 0; i < count; i++) {
            if (!value(depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private boolean indefinite(int major, int depth) {
        boolean map = major == 5;
        if (major != 2 && major != 3 && major != 4 && !map) {
            return false;
        }
        for (int count = 0; at < bytes.length; count++) {
            if ((bytes[at] & 0xff) == BREAK) {
                at++;
                return !map || count % 2 == 0;
            }
            if (major < 4 && ((bytes[at] & 0xff) >> 5 != major || (bytes[at] & 31) == 31) || !value(depth + 1)) {
                return false;
            }
        }
        return false;
    }
}
