package rivet.runtime.body;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * The pieces of a body on their way from an actor to its one reader.
 * <p>
 * Invariants, under {@code this}: {@code open} is the number of bytes that were announced and not yet handed to the reader; one thread at a time is {@code draining} and
 * calls the reader, without the lock, and gives that up in the step in which it finds nothing more to do; the reader hears of the end once, as the last thing;
 * {@code room} is completed when {@code open} is no longer above the limit, or nobody will read any more.
 */
public final class BodyPipe implements Flow.Publisher<ByteBuffer>, Flow.Subscription {

    /** So many bytes may be on their way before the writer is to wait. */
    private static final int AHEAD = 256 * 1024;

    private final ArrayDeque<byte[]> pieces = new ArrayDeque<>();
    private Optional<Flow.Subscriber<? super ByteBuffer>> reader = Optional.empty();
    private long open;
    private long demand;
    private boolean ended;
    private Optional<Throwable> failure = Optional.empty();
    private boolean over;
    private boolean draining;
    private Optional<CompletableFuture<Void>> room = Optional.empty();

    /**
     * Announces a piece that is to follow.
     *
     * @return what to wait for before the next one; empty if it may follow at once
     * @throws IOException if nobody reads any more
     */
    public synchronized Optional<CompletionStage<Void>> announce(int bytes) throws IOException {
        if (over) {
            throw new IOException("the client has gone");
        }
        open += bytes;
        if (open <= AHEAD) {
            return Optional.empty();
        }
        room = room.or(() -> Optional.of(new CompletableFuture<>()));
        return Optional.of(room.get());
    }

    /** Hands a piece over that was announced. */
    public void add(byte[] piece) {
        synchronized (this) {
            pieces.add(piece);
        }
        drain();
    }

    /** No piece follows. */
    public void end() {
        synchronized (this) {
            ended = true;
        }
        drain();
    }

    /** The body breaks off; pieces that were not read are dropped. */
    public void fail(Throwable cause) {
        synchronized (this) {
            failure = failure.or(() -> Optional.of(cause));
            pieces.clear();
        }
        drain();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        synchronized (this) {
            if (reader.isPresent()) {
                throw new IllegalStateException("a body is read once");
            }
            reader = Optional.of(subscriber);
        }
        subscriber.onSubscribe(this);
        drain();
    }

    @Override
    public void request(long count) {
        synchronized (this) {
            if (count <= 0) {
                failure = failure.or(() -> Optional.of(new IllegalArgumentException("request of " + count)));
            } else {
                demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
            }
        }
        drain();
    }

    @Override
    public void cancel() {
        finish();
    }

    private void finish() {
        Optional<CompletableFuture<Void>> waiting;
        synchronized (this) {
            over = true;
            pieces.clear();
            waiting = room;
            room = Optional.empty();
        }
        waiting.ifPresent(writer -> writer.complete(null));
    }

    private void drain() {
        synchronized (this) {
            if (draining) {
                return;
            }
            draining = true;
        }
        while (step()) {
            // each hands one thing over
        }
    }

    private boolean step() {
        Flow.Subscriber<? super ByteBuffer> to;
        byte[] piece = null;
        Optional<Throwable> broken;
        Optional<CompletableFuture<Void>> waiting = Optional.empty();
        synchronized (this) {
            boolean due = failure.isPresent() || !pieces.isEmpty() && demand > 0 || pieces.isEmpty() && ended;
            if (over || reader.isEmpty() || !due) {
                draining = false;
                return false;
            }
            to = reader.get();
            broken = failure;
            if (broken.isEmpty() && !pieces.isEmpty()) {
                piece = pieces.poll();
                demand--;
                open -= piece.length;
                if (open <= AHEAD) {
                    waiting = room;
                    room = Optional.empty();
                }
            } else {
                over = true;
            }
        }
        waiting.ifPresent(writer -> writer.complete(null));
        if (piece != null) {
            to.onNext(ByteBuffer.wrap(piece));
        } else {
            finish();
            broken.ifPresentOrElse(to::onError, to::onComplete);
        }
        return true;
    }
}
