package rivet.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.HttpBody;

/**
 * The body of a request as it comes in: kept up to {@value #AHEAD} bytes ahead of its reader, then the sender has to wait. Chunked
 * bodies without a length are usual (spec/wire.md 2).
 * <p>
 * Invariant: at most one thread, the one for which {@code reading} was set, touches the input or calls the reader; everybody else
 * leaves word under the lock.
 */
final class RequestBody implements HttpBody, ReadListener, Flow.Publisher<ByteBuffer>, Flow.Subscription {

    /** Most bytes of a body (spec/wire.md 12). */
    static final int MOST = 20 * 1024 * 1024;
    private static final int AHEAD = 64 * 1024;
    private static final int PIECE = 16 * 1024;

    private final ServletInputStream input;
    private final Runnable tooLong;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>(2);
    private final int expected;
    private int held;
    private long total;
    private boolean ended;
    private Throwable failure;
    private boolean reading;
    private boolean again;
    private boolean claimed;
    private Collecting collecting;
    private Flow.Subscriber<? super ByteBuffer> subscriber;
    private long demand;
    private boolean over;

    private record Collecting(int limit, CompletableFuture<byte[]> whole) {}

    /**
     * Makes a body; it is to be made the input's read listener.
     *
     * @param length the announced length, or -1
     * @param tooLong is called when more than {@value #MOST} bytes came
     */
    RequestBody(ServletInputStream input, long length, Runnable tooLong) {
        this.input = input;
        this.tooLong = tooLong;
        this.expected = length >= 0 && length <= AHEAD ? (int) length : PIECE;
    }

    @Override
    public CompletionStage<byte[]> bytes(int limit) {
        CompletableFuture<byte[]> whole = new CompletableFuture<>();
        claim();
        lock.lock();
        try {
            collecting = new Collecting(limit, whole);
        } finally {
            lock.unlock();
        }
        go();
        return whole;
    }

    @Override
    public Flow.Publisher<ByteBuffer> stream() {
        claim();
        return this;
    }

    private void claim() {
        lock.lock();
        try {
            if (claimed) {
                throw new IllegalStateException("a body can be read once");
            }
            claimed = true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> one) {
        lock.lock();
        try {
            if (subscriber != null) {
                throw new IllegalStateException("one subscriber");
            }
            subscriber = one;
        } finally {
            lock.unlock();
        }
        one.onSubscribe(this);
        go();
    }

    @Override
    public void request(long n) {
        lock.lock();
        try {
            if (n <= 0) {
                failure = failure == null ? new IllegalArgumentException("request of " + n) : failure;
                pieces.clear();
            } else {
                demand = demand + n < 0 ? Long.MAX_VALUE : demand + n;
            }
        } finally {
            lock.unlock();
        }
        go();
    }

    @Override
    public void cancel() {
        finish();
    }

    /** Nobody will read any more; whoever still does is told so. */
    void abandon() {
        fail(new IOException("the request was answered"));
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
        fail(cause instanceof IOException ? cause : new IOException("the sender went away", cause));
    }

    private void fail(Throwable cause) {
        lock.lock();
        try {
            if (failure == null && !ended) {
                failure = cause;
            }
        } finally {
            lock.unlock();
        }
        go();
    }

    private void finish() {
        lock.lock();
        try {
            over = true;
            pieces.clear();
        } finally {
            lock.unlock();
        }
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

    /** Reads a piece; false if there is none now or none is wanted. */
    private boolean read() {
        if (!isWanted()) {
            return false;
        }
        try {
            if (!input.isReady()) {
                return false;
            }
            int available = Math.max(input.available(), 1);
            byte[] piece = new byte[Math.min(Math.max(available, 1), Math.max(expected, 1))];
            int count = input.read(piece);
            take(piece, count);
            return true;
        } catch (IOException | RuntimeException e) {
            fail(e instanceof IOException ? e : new IOException("the body cannot be read", e));
            return true;
        }
    }

    private boolean isWanted() {
        lock.lock();
        try {
            return !ended && failure == null && !over && (collecting != null || held < AHEAD);
        } finally {
            lock.unlock();
        }
    }

    private void take(byte[] piece, int count) {
        boolean much;
        lock.lock();
        try {
            if (count < 0) {
                ended = true;
                return;
            }
            total += count;
            much = total > MOST;
            if (much) {
                failure = ErrorCode.GUARD_INVALID_REQUEST_BODY.error("reason", "more than " + MOST + " bytes");
                pieces.clear();
            } else if (count > 0) {
                held += count;
                pieces.add(count == piece.length ? piece : java.util.Arrays.copyOf(piece, count));
            }
        } finally {
            lock.unlock();
        }
        if (much) {
            tooLong.run();
        }
    }

    /** Hands something to the reader; false if there is nothing to hand on. */
    private boolean handOn() {
        Runnable step;
        lock.lock();
        try {
            step = over ? null : collecting != null ? collected() : subscriber != null ? next() : null;
        } finally {
            lock.unlock();
        }
        if (step == null) {
            return false;
        }
        step.run();
        return true;
    }

    private Runnable collected() {
        CompletableFuture<byte[]> whole = collecting.whole();
        RivetException tooMuch = total > collecting.limit() ? ErrorCode.MESSAGE_INCOMING_TOO_LONG.error() : null;
        if (failure != null || tooMuch != null) {
            Throwable cause = tooMuch != null ? tooMuch : failure;
            over = true;
            pieces.clear();
            return () -> whole.completeExceptionally(cause);
        }
        if (!ended) {
            return null;
        }
        over = true;
        byte[] all = pieces.size() == 1 ? pieces.poll() : join();
        return () -> whole.complete(all);
    }

    private byte[] join() {
        byte[] all = new byte[held];
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, all, at, piece.length);
            at += piece.length;
        }
        pieces.clear();
        return all;
    }

    private Runnable next() {
        Flow.Subscriber<? super ByteBuffer> reader = subscriber;
        if (!pieces.isEmpty() && failure == null) {
            if (demand == 0) {
                return null;
            }
            demand--;
            byte[] piece = pieces.poll();
            held -= piece.length;
            return () -> reader.onNext(ByteBuffer.wrap(piece));
        }
        if (failure != null) {
            Throwable cause = failure;
            over = true;
            return () -> reader.onError(cause);
        }
        if (ended) {
            over = true;
            return reader::onComplete;
        }
        return null;
    }
}
