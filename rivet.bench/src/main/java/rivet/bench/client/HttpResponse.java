package rivet.bench.client;

import java.nio.ByteBuffer;

import rivet.bench.wire.Bytes;
import rivet.bench.wire.Text;
import rivet.bench.wire.WireException;

/** Finds whole HTTP/1.1 responses in a receive buffer, with a length or chunked. For one thread. */
final class HttpResponse {

    private static final byte[] LENGTH = Text.bytes("content-length");
    private static final byte[] TRANSFER_ENCODING = Text.bytes("transfer-encoding");
    private static final byte[] CHUNKED = Text.bytes("chunked");
    private static final byte[] GENERATION = Text.bytes("x-rivet-actor-generation");
    private static final int STATUS = "HTTP/1.1 ".length();

    private final Bytes chunks = new Bytes(256);
    private int lineStart;
    private int lineEnd;
    private int status;
    private long length;
    private boolean chunked;
    private long generation;
    private ByteBuffer body = ByteBuffer.allocate(0);

    int status() {
        return status;
    }

    /** The body; valid while the receive buffer is not changed. */
    ByteBuffer body() {
        return body;
    }

    /** The actor's generation (spec/wire.md 7), 0 if the server does not say. */
    long generation() {
        return generation;
    }

    /** Reads one response if all of it lies between position and limit; otherwise the position does not move. */
    boolean next(ByteBuffer in) {
        int start = in.position();
        boolean complete = head(in) && (chunked ? chunkedBody(in) : plainBody(in));
        if (!complete) {
            in.position(start);
        }
        return complete;
    }

    private boolean head(ByteBuffer in) {
        if (!line(in)) {
            return false;
        }
        if (lineEnd - lineStart < STATUS + 3 || in.get(lineStart) != 'H') {
            throw new WireException("no HTTP response");
        }
        status = (int) number(in, lineStart + STATUS, lineStart + STATUS + 3, 10);
        // a response that says nothing has no body: only 101 and 204 do so on a connection that is kept
        length = 0;
        chunked = false;
        generation = 0;
        while (line(in)) {
            if (lineEnd == lineStart) {
                return true;
            }
            field(in);
        }
        return false;
    }

    private void field(ByteBuffer in) {
        int colon = lineStart;
        while (colon < lineEnd && in.get(colon) != ':') {
            colon++;
        }
        int value = colon + 1;
        while (value < lineEnd && in.get(value) == ' ') {
            value++;
        }
        if (Text.sameIgnoringCase(in, lineStart, colon, LENGTH)) {
            length = number(in, value, lineEnd, 10);
        } else if (Text.sameIgnoringCase(in, lineStart, colon, TRANSFER_ENCODING)) {
            chunked = Text.sameIgnoringCase(in, value, lineEnd, CHUNKED);
        } else if (Text.sameIgnoringCase(in, lineStart, colon, GENERATION)) {
            generation = number(in, value, lineEnd, 10);
        }
    }

    private boolean plainBody(ByteBuffer in) {
        if (in.remaining() < length) {
            return false;
        }
        body = in.slice(in.position(), (int) length);
        in.position(in.position() + (int) length);
        return true;
    }

    private boolean chunkedBody(ByteBuffer in) {
        chunks.clear();
        while (line(in)) {
            int end = lineStart;
            while (end < lineEnd && in.get(end) != ';') {
                end++;
            }
            int size = (int) number(in, lineStart, end, 16);
            if (size == 0) {
                return trailer(in);
            }
            if (in.remaining() < size + 2) {
                return false;
            }
            chunks.raw(in.slice(in.position(), size));
            in.position(in.position() + size + 2);
        }
        return false;
    }

    private boolean trailer(ByteBuffer in) {
        while (line(in)) {
            if (lineEnd == lineStart) {
                body = ByteBuffer.wrap(chunks.array(), 0, chunks.length());
                return true;
            }
        }
        return false;
    }

    private boolean line(ByteBuffer in) {
        lineStart = in.position();
        for (int i = lineStart; i < in.limit(); i++) {
            if (in.get(i) == '\n') {
                lineEnd = i > lineStart && in.get(i - 1) == '\r' ? i - 1 : i;
                in.position(i + 1);
                return true;
            }
        }
        return false;
    }

    private static long number(ByteBuffer in, int start, int end, int radix) {
        long number = 0;
        for (int i = start; i < end; i++) {
            int digit = Character.digit(in.get(i), radix);
            if (digit < 0) {
                if (i > start && in.get(i) == ' ') {
                    return number;
                }
                throw new WireException("no number in an HTTP response");
            }
            number = radix * number + digit;
        }
        return number;
    }
}
