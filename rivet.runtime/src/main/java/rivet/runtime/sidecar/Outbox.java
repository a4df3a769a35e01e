package rivet.runtime.sidecar;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Writes the frames of one connection, in their order, on a thread of its own while there are any: whoever adds one is not held up by a slow reader. How many there
 * can be is
 * for the connection to say, which takes no more requests than it answers.
 * <p>
 * Invariant, under {@code this}: {@code writing} is true exactly while a thread is to write or writes; frames are added and taken under it, so none is left when it ends.
 */
final class Outbox {

    private final SocketChannel channel;
    private final Executor threads;
    private final Runnable failed;
    private final Deque<Entry> frames = new ArrayDeque<>();
    private boolean writing;

    /** A frame, and what is to be done when it is written or never will be. */
    private record Entry(byte[] frame, Runnable written) {}

    Outbox(SocketChannel channel, Executor threads, Runnable failed) {
        this.channel = channel;
        this.threads = threads;
        this.failed = failed;
    }

    void add(byte[] frame, Runnable written) {
        synchronized (this) {
            frames.add(new Entry(frame, written));
            if (writing) {
                return;
            }
            writing = true;
        }
        threads.execute(this::write);
    }

    private void write() {
        for (Entry entry = next(); entry != null; entry = next()) {
            try {
                ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + entry.frame.length).putInt(entry.frame.length).put(entry.frame).flip();
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } catch (IOException e) {
                failed.run();
            }
            entry.written.run();
        }
    }

    private synchronized Entry next() {
        Entry next = frames.poll();
        writing = next != null;
        return next;
    }
}
