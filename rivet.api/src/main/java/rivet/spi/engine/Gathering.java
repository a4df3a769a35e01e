package rivet.spi.engine;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import rivet.error.ErrorCode;

/** Puts the pieces of a body together. Called by one thread at a time, as the contract of {@link Flow} has it. */
final class Gathering implements Flow.Subscriber<ByteBuffer> {

    private final int limit;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.Subscription source;

    Gathering(int limit) {
        this.limit = limit;
    }

    CompletionStage<byte[]> whole() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        source = subscription;
        source.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(ByteBuffer piece) {
        if (content.size() + piece.remaining() > limit) {
            source.cancel();
            whole.completeExceptionally(ErrorCode.MESSAGE_INCOMING_TOO_LONG.error());
            return;
        }
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        content.writeBytes(bytes);
    }

    @Override
    public void onComplete() {
        whole.complete(content.toByteArray());
    }

    @Override
    public void onError(Throwable cause) {
        whole.completeExceptionally(cause);
    }
}
