package rivet.inspector.page;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspector.Replies;
import rivet.protocol.value.JsonValues;

/** Answers one request with JSON, once: with what comes of it, or, when that takes too long, with {@code actor.action_timed_out}. */
final class Answer implements AsyncListener {

    private static final Logger LOG = LoggerFactory.getLogger(Answer.class);
    private static final long LONGEST = 120_000;

    private final HttpServletRequest request;
    /** Whoever sets it writes. */
    private final AtomicBoolean given = new AtomicBoolean();

    Answer(HttpServletRequest request) {
        this.request = request;
    }

    void with(CompletionStage<?> stage) {
        AsyncContext async = request.startAsync();
        async.setTimeout(LONGEST);
        async.addListener(this);
        stage.whenComplete((value, failure) -> {
            if (given.compareAndSet(false, true)) {
                // not on a thread of actors or of the storage: the reader may be slow
                async.start(() -> write(async, value, failure));
            }
        });
    }

    private static void write(AsyncContext async, Object value, Throwable failure) {
        HttpServletResponse response = (HttpServletResponse) async.getResponse();
        try {
            if (failure == null) {
                send(response, HttpServletResponse.SC_OK, value);
            } else {
                refuse(response, Replies.named(failure));
            }
        } catch (IOException | IllegalStateException e) {
            LOG.debug("A page went away before its answer", e);
        } finally {
            async.complete();
        }
    }

    private static void refuse(HttpServletResponse response, RivetException error) throws IOException {
        if (error.status() >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR && error.getCause() != null) {
            LOG.warn("A request of the page failed", error);
        }
        send(response, error.status(), Replies.body(error));
    }

    private static void send(HttpServletResponse response, int status, Object plain) throws IOException {
        byte[] json = JsonValues.writeBytes(plain);
        response.setStatus(status);
        response.setContentType("application/json");
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        if (given.compareAndSet(false, true)) {
            write(event.getAsyncContext(), null, ErrorCode.ACTOR_ACTION_TIMED_OUT.error());
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        given.set(true);
    }

    @Override
    public void onError(AsyncEvent event) {
        given.set(true);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // happened before
    }
}
