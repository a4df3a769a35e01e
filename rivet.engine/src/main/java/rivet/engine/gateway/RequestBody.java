package rivet.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import rivet.error.ErrorCode;
import rivet.spi.engine.HttpBody;

/**
 * The body of a request as it comes in: kept up to {@value BodyBuffer#AHEAD} bytes ahead of its reader, then the sender has to wait. Chunked
 * bodies without a length are usual (spec/wire.md 2).
 * <p>
 * Invariant: at most one thread, the one for which {@code reading} was set, touches the input or calls the reader; everybody else
 * leaves word and sets {@code again}.
 */
final class RequestBody implements HttpBody, ReadListener, Flow.Publisher<ByteBuffer>, Flow.Subscription {

    private static final int PIECE = 16 * 1024;

    private final ServletInputStream input;
    private final Runnable tooLong;
    private final long length;
    private final int expected;
    private final BodyBuffer buffer;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private boolean reading;
    private boolean again;
    /** All of it, for those who offer the request once more; null until somebody asked for it. */
    private CompletableFuture<byte[]> whole;

    /**
     * Makes a body; it is to be made the input's read listener.
     *
     * @param length the announced length, or -1
     * @param most most bytes of it
     * @param tooLong is called when more than that came
     */
    RequestBody(ServletInputStream input, long length, int most, Runnable tooLong) {
        this.buffer = new BodyBuffer(most);
        this.input = input;
        this.tooLong = tooLong;
        this.length = length;
        this.expected = length > 0 && length <= BodyBuffer.AHEAD ? (int) length : PIECE;
    }

    /**
     * Reads what has come, without waiting for more; then, unless it is all there, the body is to be made the input's read listener.
     *
     * @return whether nothing more will come
     */
    boolean isThere() {
        try {
            for (int count = input.available(); count > 0 && buffer.wantsMore(); count = input.available()) {
                take(count);
            }
            return buffer.isWhole(length) || input.isFinished() && buffer.add(new byte[0], -1);
        } catch (IOException | RuntimeException e) {
            unreadable(e);
            return true;
        }
    }

    @Override
    public CompletionStage<byte[]> bytes(int limit) {
        CompletableFuture<byte[]> read;
        lock.lock();
        try {
            if (whole != null) {
                return whole.thenApply(bytes -> within(limit, bytes));
            }
            buffer.claim();
            read = new CompletableFuture<>();
            whole = read;
        } finally {
            lock.unlock();
        }
        buffer.collect(limit, read);
        go();
        return read;
    }

    private static byte[] within(int limit, byte[] bytes) {
        if (bytes.length > limit) {
            throw ErrorCode.MESSAGE_INCOMING_TOO_LONG.error();
        }
        return bytes;
    }

    @Override
    public Flow.Publisher<ByteBuffer> stream() {
        buffer.claim();
        return this;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> one) {
        buffer.subscribe(one);
        one.onSubscribe(this);
        go();
    }

    @Override
    public void request(long count) {
        if (count <= 0) {
            buffer.fail(new IllegalArgumentException("request of " + count));
        } else {
            buffer.request(count);
        }
        go();
    }

    @Override
    public void cancel() {
        buffer.finish();
    }

    /**
     * The request was answered: whoever still reads is told so, and the rest is read and dropped. Only then is the connection free for the next request; one that Jetty
     * is given back before, it closes without a word to the client.
     *
     * @param then is called once, when the rest is there, the sender is gone, or the rest is too much
     */
    void drain(Runnable then) {
        buffer.drain(answered(), then);
        go();
    }

    /** Nobody will read any more; whoever still does is told so. */
    void abandon() {
        buffer.breakOff(answered());
        go();
    }

    private static IOException answered() {
        return new IOException("the request was answered");
    }

    @Override
    public void onDataAvailable() {
        go();
    }

    @Override
    public void onAllDataRead() {
        go();
    }

    @Override
    public void onError(Throwable cause) {
        buffer.breakOff(cause instanceof IOException ? cause : new IOException("the sender went away", cause));
        go();
    }

    /** Reads and hands on as much as there is and is wanted, unless another thread is at it, which then goes on. */
    private void go() {
        lock.lock();
        try {
            if (reading) {
                again = true;
                return;
            }
            reading = true;
        } finally {
            lock.unlock();
        }
        do {
            while (handOn() || read()) {
                // each is a step
            }
        } while (rest());
    }

    private boolean rest() {
        lock.lock();
        try {
            reading = again;
            again = false;
            return reading;
        } finally {
            lock.unlock();
        }
    }

    /** Hands something to the reader; false if there is nothing to hand on. */
    private boolean handOn() {
        Runnable next = buffer.next();
        if (next != null) {
            next.run();
        }
        return next != null;
    }

    /** Reads a piece; false if there is none now or none is wanted. */
    private boolean read() {
        if (!buffer.wantsMore()) {
            return false;
        }
        try {
            if (!input.isReady()) {
                // onDataAvailable goes on
                return false;
            }
            take(input.available());
        } catch (IOException | RuntimeException e) {
            unreadable(e);
        }
        return true;
    }

    private void take(int available) throws IOException {
        byte[] piece = new byte[Math.clamp(available, 1, expected)];
        if (!buffer.add(piece, input.read(piece))) {
            tooLong.run();
        }
    }

    private void unreadable(Exception cause) {
        buffer.breakOff(cause instanceof IOException ? cause : new IOException("the body cannot be read", cause));
    }
}
