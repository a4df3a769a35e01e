package rivet.bench.wire;

import java.nio.ByteBuffer;

/**
 * Finds whole WebSocket messages (RFC 6455) of a server in a receive buffer. Data and control frames come one by one;
 * fragments are put together. For one thread.
 */
public final class FrameReader {

    private final ByteBuffer view;
    private final Bytes fragments = new Bytes(256);
    private int opcode;
    private int fragmented;
    private ByteBuffer payload;

    /** @param in the receive buffer that {@link #next} will be called with */
    public FrameReader(ByteBuffer in) {
        view = in.duplicate();
        payload = view;
    }

    /** What the message is, a constant of {@link FrameWriter}. */
    public int opcode() {
        return opcode;
    }

    /** The message; valid until the next call of {@link #next} and while the receive buffer is not changed. */
    public ByteBuffer payload() {
        return payload;
    }

    /** Reads one message if all of it lies between position and limit; otherwise the position is where a frame starts. */
    public boolean next(ByteBuffer in) {
        while (frame(in)) {
            if (complete()) {
                return true;
            }
        }
        return false;
    }

    private boolean frame(ByteBuffer in) {
        int start = in.position();
        int available = in.remaining();
        if (available < 2) {
            return false;
        }
        int second = in.get(start + 1);
        if (second < 0 || (in.get(start) & 0x70) != 0) {
            throw new WireException("a server's frame is neither masked nor has reserved bits");
        }
        int head = second < 126 ? 2 : second == 126 ? 4 : 10;
        if (available < head) {
            return false;
        }
        long length = second < 126 ? second : second == 126 ? in.getShort(start + 2) & 0xffff : in.getLong(start + 2);
        if (length < 0 || length > in.capacity() - head) {
            throw new WireException("frame of " + length + " bytes");
        }
        if (available < head + length) {
            return false;
        }
        int end = start + head + (int) length;
        view.limit(end).position(start + head);
        in.position(end);
        opcode = in.get(start);
        return true;
    }

    /** Looks at the frame just read: control frames may come between fragments. */
    private boolean complete() {
        boolean last = opcode < 0;
        opcode &= 0x0f;
        payload = view;
        if (opcode >= FrameWriter.CLOSE || last && opcode != 0) {
            return true;
        }
        if (opcode != 0) {
            fragmented = opcode;
            fragments.clear();
        }
        fragments.raw(view);
        opcode = fragmented;
        payload = ByteBuffer.wrap(fragments.array(), 0, fragments.length());
        return last;
    }
}
