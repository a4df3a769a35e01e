package rivet.runtime.body;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import rivet.error.ErrorCode;

/**
 * Reads a body piece by piece: each is asked for when it is wanted.
 * <p>
 * Invariant, under {@code this}: at most one piece is asked for, and {@code wanted} is who waits for it; a publisher that has not
 * introduced itself yet is asked when it does.
 */
public final class BodyReader implements Flow.Subscriber<ByteBuffer> {

    private Optional<Flow.Subscription> source = Optional.empty();
    private Optional<CompletableFuture<Optional<byte[]>>> wanted = Optional.empty();
    private Optional<Throwable> failure = Optional.empty();
    private boolean complete;

    /**
     * Returns the next piece, empty at the end; fails with an {@link IOException} if the sender goes away.
     *
     * @throws rivet.error.RivetException {@code actor.invalid_operation} if the one before has not come yet
     */
    public CompletionStage<Optional<byte[]>> next() {
        CompletableFuture<Optional<byte[]>> piece = new CompletableFuture<>();
        Optional<Flow.Subscription> from;
        synchronized (this) {
            if (wanted.isPresent()) {
                throw ErrorCode.ACTOR_INVALID_OPERATION.error("operation", "request.next", "reason", "the piece before has not come yet");
            }
            if (failure.isPresent()) {
                return CompletableFuture.failedStage(failure.get());
            }
            if (complete) {
                return CompletableFuture.completedStage(Optional.empty());
            }
            wanted = Optional.of(piece);
            from = source;
        }
        from.ifPresent(publisher -> publisher.request(1));
        return piece;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        boolean waited;
        synchronized (this) {
            source = Optional.of(subscription);
            waited = wanted.isPresent();
        }
        if (waited) {
            subscription.request(1);
        }
    }

    @Override
    public void onNext(ByteBuffer piece) {
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        taken().ifPresent(reader -> reader.complete(Optional.of(bytes)));
    }

    @Override
    public void onComplete() {
        Optional<CompletableFuture<Optional<byte[]>>> waiting;
        synchronized (this) {
            complete = true;
            waiting = taken();
        }
        waiting.ifPresent(reader -> reader.complete(Optional.empty()));
    }

    @Override
    public void onError(Throwable cause) {
        Throwable error = cause instanceof IOException ? cause : new IOException("the body cannot be read", cause);
        Optional<CompletableFuture<Optional<byte[]>>> waiting;
        synchronized (this) {
            failure = Optional.of(error);
            waiting = taken();
        }
        waiting.ifPresent(reader -> reader.completeExceptionally(error));
    }

    private synchronized Optional<CompletableFuture<Optional<byte[]>>> taken() {
        Optional<CompletableFuture<Optional<byte[]>>> waiting = wanted;
        wanted = Optional.empty();
        return waiting;
    }
}
