package rivet.runtime.sidecar;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

import rivet.protocol.DecodeException;

/** Reads the frames of one connection. Memory grows with what has come, not with what a length says. */
final class FrameReader {

    private static final int PIECE = 64 << 10;

    private final SocketChannel channel;
    private final int maxFrameBytes;
    private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);

    FrameReader(SocketChannel channel, int maxFrameBytes) {
        this.channel = channel;
        this.maxFrameBytes = maxFrameBytes;
    }

    /**
     * Returns the next frame, without its length.
     *
     * @throws DecodeException if it is longer than a frame may be
     * @throws IOException if the connection ends
     */
    byte[] next() throws IOException {
        length.clear();
        fill(length);
        int size = length.getInt(0);
        if (size < 0 || size > maxFrameBytes) {
            throw new DecodeException("a frame of " + Integer.toUnsignedString(size) + " bytes, the limit is " + maxFrameBytes);
        }
        ByteBuffer frame = ByteBuffer.allocate(Math.min(size, PIECE));
        fill(frame);
        while (frame.capacity() < size) {
            frame = ByteBuffer.allocate((int) Math.min(size, 2L * frame.capacity())).put(frame.flip());
            fill(frame);
        }
        return frame.array();
    }

    private void fill(ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException();
            }
        }
    }
}
