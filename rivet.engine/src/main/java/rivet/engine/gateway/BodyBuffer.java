package rivet.engine.gateway;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;

import rivet.error.ErrorCode;

/**
 * What came of a body and was not handed on, and who is to have it. All state is guarded by the lock; what is to be done is returned
 * and done without it.
 */
final class BodyBuffer {

    /** Most bytes that are kept for a reader that does not ask for them. */
    static final int AHEAD = 64 * 1024;
    /** Most bytes that are still read after the answer. */
    private static final int REST = 1024 * 1024;

    private record Whole(int limit, CompletableFuture<byte[]> future) {}

    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    // all guarded by lock
    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>(2);
    private int held;
    private long total;
    private boolean ended;
    private Throwable failure;
    private boolean over;
    private boolean claimed;
    private Whole whole;
    private Flow.Subscriber<? super ByteBuffer> subscriber;
    private long demand;
    private boolean broken;
    private Runnable drained;
    private long rest;

    /**
     * Makes an empty buffer.
     *
     * @param most most bytes of a body (spec/wire.md 12)
     */
    BodyBuffer(int most) {
        this.most = most;
    }

    /** Fails if somebody reads already. */
    void claim() {
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

    void collect(int limit, CompletableFuture<byte[]> future) {
        lock.lock();
        try {
            whole = new Whole(limit, future);
        } finally {
            lock.unlock();
        }
    }

    void subscribe(Flow.Subscriber<? super ByteBuffer> one) {
        lock.lock();
        try {
            if (subscriber != null) {
                throw new IllegalStateException("one subscriber");
            }
            subscriber = one;
        } finally {
            lock.unlock();
        }
    }

    void request(long count) {
        lock.lock();
        try {
            demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
        } finally {
            lock.unlock();
        }
    }

    void fail(Throwable cause) {
        lock.lock();
        try {
            if (failure == null && !ended) {
                failure = cause;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more can be read. */
    void breakOff(Throwable cause) {
        lock.lock();
        try {
            broken = true;
            fail(cause);
        } finally {
            lock.unlock();
        }
    }

    /** Whoever reads is told the cause; what comes from now on is dropped, and somebody hears when there is no more, or too much. */
    void drain(Throwable cause, Runnable then) {
        lock.lock();
        try {
            fail(cause);
            drained = then;
        } finally {
            lock.unlock();
        }
    }

    /** Nobody wants any more. */
    void finish() {
        lock.lock();
        try {
            over = true;
            pieces.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the body if all of the announced bytes came; returns whether it has ended. */
    boolean isWhole(long announced) {
        lock.lock();
        try {
            ended |= total == announced;
            return ended;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether more is to be read. */
    boolean wantsMore() {
        lock.lock();
        try {
            if (ended || broken) {
                return false;
            }
            return drained != null ? rest < REST : failure == null && !over && (whole != null || held < AHEAD);
        } finally {
            lock.unlock();
        }
    }

    /** Takes in what was read; the count is negative at the end. False if that is more than a body may have. */
    boolean add(byte[] piece, int count) {
        lock.lock();
        try {
            if (count < 0) {
                ended = true;
                return true;
            }
            if (drained != null) {
                rest += count;
                return true;
            }
            total += count;
            if (total > most) {
                failure = ErrorCode.GUARD_INVALID_REQUEST_BODY.error("reason", "more than " + most + " bytes");
                pieces.clear();
                return false;
            }
            if (count > 0) {
                held += count;
                pieces.add(count == piece.length ? piece : Arrays.copyOf(piece, count));
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next call of the reader that is due, or null. */
    Runnable next() {
        lock.lock();
        try {
            Runnable call = over ? null : whole != null ? collected() : subscriber != null ? streamed() : null;
            return call == null && (ended || broken || rest >= REST) ? end() : call;
        } finally {
            lock.unlock();
        }
    }

    private Runnable end() {
        Runnable then = drained;
        drained = null;
        return then;
    }

    private Runnable collected() {
        CompletableFuture<byte[]> future = whole.future();
        Throwable cause = total > whole.limit() ? ErrorCode.MESSAGE_INCOMING_TOO_LONG.error() : failure;
        if (cause == null && !ended) {
            return null;
        }
        over = true;
        if (cause != null) {
            pieces.clear();
            return () -> future.completeExceptionally(cause);
        }
        byte[] all = pieces.size() == 1 ? pieces.poll() : join();
        return () -> future.complete(all);
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

    private Runnable streamed() {
        Flow.Subscriber<? super ByteBuffer> reader = subscriber;
        if (failure != null) {
            Throwable cause = failure;
            over = true;
            return () -> reader.onError(cause);
        }
        if (!pieces.isEmpty()) {
            if (demand == 0) {
                return null;
            }
            demand--;
            byte[] piece = pieces.poll();
            held -= piece.length;
            return () -> reader.onNext(ByteBuffer.wrap(piece));
        }
        if (ended) {
            over = true;
            return reader::onComplete;
        }
        return null;
    }
}
