package rivet.spi.engine;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import org.osgi.annotation.versioning.ConsumerType;

import rivet.error.ErrorCode;

/** A body of a request or a reply: a stream of bytes that is read once, by either method. */
@ConsumerType
public interface HttpBody {

    /**
     * Reads the whole body. Fails with {@code message.incoming_too_long} as soon as it is longer than the limit, and with an
     * {@link java.io.IOException} if the sender goes away. May be called again: a request that was not admitted is offered to the next generation of
     * its actor.
     */
    CompletionStage<byte[]> bytes(int limit);

    /** Reads the body piece by piece, at the reader's pace; one subscriber. */
    Flow.Publisher<ByteBuffer> stream();

    /** Returns a body that is there already. */
    static HttpBody of(byte[] bytes) {
        return new Bytes(bytes);
    }

    /** Returns a body that comes piece by piece, from a publisher for one subscriber. */
    static HttpBody streamed(Flow.Publisher<ByteBuffer> pieces) {
        return new Streamed(pieces);
    }

    /** Returns a body of no bytes. */
    static HttpBody empty() {
        return Bytes.EMPTY;
    }

    /**
     * A body that is there already.
     *
     * @param content all of it
     */
    record Bytes(byte[] content) implements HttpBody {

        private static final Bytes EMPTY = new Bytes(new byte[0]);

        @Override
        public CompletionStage<byte[]> bytes(int limit) {
            return content.length <= limit ? CompletableFuture.completedFuture(content)
                : CompletableFuture.failedFuture(ErrorCode.MESSAGE_INCOMING_TOO_LONG.error());
        }

        @Override
        public Flow.Publisher<ByteBuffer> stream() {
            return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                private boolean done;

                @Override
                public void request(long n) {
                    if (!done) {
                        done = true;
                        if (n <= 0) {
                            subscriber.onError(new IllegalArgumentException("request of " + n));
                            return;
                        }
                        if (content.length > 0) {
                            subscriber.onNext(ByteBuffer.wrap(content).asReadOnlyBuffer());
                        }
                        subscriber.onComplete();
                    }
                }

                @Override
                public void cancel() {
                    done = true;
                }
            });
        }
    }

    /**
     * A body that comes piece by piece.
     *
     * @param stream its pieces
     */
    record Streamed(Flow.Publisher<ByteBuffer> stream) implements HttpBody {

        @Override
        public CompletionStage<byte[]> bytes(int limit) {
            Gathering all = new Gathering(limit);
            stream.subscribe(all);
            return all.whole();
        }
    }
}
