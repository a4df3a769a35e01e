package rivet.runtime.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.runtime.time.Time;

/**
 * A request on its way, until there is an answer that is not to be followed by another attempt. It knows nothing of its caller but the future, so that it does not
 * hold what has ended.
 */
final class Sending {

    private final Transport transport;
    private final Time time;
    private final Target target;
    private final Outgoing request;
    private final Resending resending;
    private final CompletableFuture<Reply> result;

    Sending(Transport transport, Time time, Target target, Outgoing request, Resending resending, CompletableFuture<Reply> result) {
        this.transport = transport;
        this.time = time;
        this.target = target;
        this.request = request;
        this.resending = resending;
        this.result = result;
    }

    void attempt() {
        if (result.isDone()) {
            return; // its caller has given up on it, and it has not begun
        }
        CompletionStage<Reply> answer;
        try {
            answer = transport.request(target, request);
        } catch (RuntimeException e) {
            result.completeExceptionally(ClientErrors.named(e));
            return;
        }
        answer.whenComplete(this::answered);
    }

    private void answered(Reply reply, Throwable failure) {
        Optional<RivetException> error = failure != null ? Optional.of(ClientErrors.named(failure))
            : request.raw() ? Optional.empty() : ClientErrors.of(reply, transport.encoding());
        if (error.isEmpty()) {
            result.complete(reply);
            return;
        }
        Optional<Duration> pause = resending.after(error.get());
        if (pause.isPresent() && !result.isDone()) {
            time.after(pause.get(), this::attempt);
        } else {
            result.completeExceptionally(error.get());
        }
    }
}
