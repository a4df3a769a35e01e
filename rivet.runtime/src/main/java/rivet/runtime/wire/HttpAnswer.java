package rivet.runtime.wire;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.HttpActionResponse;
import rivet.protocol.client.HttpMessage;
import rivet.protocol.client.HttpQueueSendResponse;
import rivet.runtime.actor.ActionReply;
import rivet.runtime.actor.CallReply;
import rivet.runtime.actor.QueueReply;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.value.Undefined;

/** Where the answer to an HTTP request goes that an actor's code deals with. */
abstract class HttpAnswer<R> implements CallReply<R> {

    private static final Map<String, String> INBOX_FULL = Map.of("channel", "dispatch_inbox", "operation", "dispatch_queue_send");

    private final Replies replies;
    private final CompletableFuture<HttpReply> result;

    private HttpAnswer(Replies replies, CompletableFuture<HttpReply> result) {
        this.replies = replies;
        this.result = result;
    }

    final Replies replies() {
        return replies;
    }

    final Runnable sending(HttpReply reply) {
        return () -> result.complete(reply);
    }

    final Runnable sending(HttpMessage message) {
        byte[] body = ClientProtocol.encode(replies.encoding(), message);
        int limit = replies.cell().code().map(code -> code.options().maxOutgoingMessageSize()).orElse(Integer.MAX_VALUE);
        if (body.length > limit) {
            throw ErrorCode.MESSAGE_OUTGOING_TOO_LONG.error();
        }
        return sending(replies.of(200, replies.encoding().contentType(), body));
    }

    @Override
    public final void error(RivetException error) {
        result.complete(replies.error(error));
    }

    @Override
    public void refused(RivetException reason) {
        if (reason.is(ErrorCode.ACTOR_OVERLOADED)) {
            error(reason);
        } else {
            result.completeExceptionally(new NotAdmittedException(reason));
        }
    }

    /** The answer of an action. */
    static final class OfAction extends HttpAnswer<Object> implements ActionReply {

        OfAction(Replies replies, CompletableFuture<HttpReply> result) {
            super(replies, result);
        }

        @Override
        public Runnable value(Object output) {
            return sending(new HttpActionResponse(output));
        }
    }

    /** The answer to a message for the queue. */
    static final class OfQueue extends HttpAnswer<Object> implements QueueReply {

        OfQueue(Replies replies, CompletableFuture<HttpReply> result) {
            super(replies, result);
        }

        @Override
        public Runnable value(Object response) {
            return sending(new HttpQueueSendResponse(HttpQueueSendResponse.COMPLETED, response));
        }

        @Override
        public void timedOut() {
            sending(new HttpQueueSendResponse(HttpQueueSendResponse.TIMED_OUT, Undefined.UNDEFINED)).run();
        }

        /** A message that did not even get into the inbox clients send again, if they are told in these words (spec/wire.md 11). */
        @Override
        public void refused(RivetException reason) {
            super.refused(reason.is(ErrorCode.ACTOR_OVERLOADED) ? reason.withMetadata(INBOX_FULL) : reason);
        }
    }

    /** The answer that an actor's own code gave. */
    static final class OfCode extends HttpAnswer<HttpReply> {

        OfCode(Replies replies, CompletableFuture<HttpReply> result) {
            super(replies, result);
        }

        @Override
        public Runnable value(HttpReply output) {
            return sending(replies().marked(output));
        }
    }
}
