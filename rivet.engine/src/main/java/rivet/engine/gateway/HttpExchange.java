package rivet.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import org.eclipse.jetty.ee10.servlet.HttpOutput;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import rivet.engine.actor.Causes;
import rivet.engine.web.HopHeaders;
import rivet.engine.web.Json;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpReply;

/**
 * One request of the public port and its answer. The first answer counts: the actor's, or an error of the gateway such as a time limit.
 * <p>
 * A request that came whole, as most do, waits for its answer on its own virtual thread: to have Jetty take it up again on another thread costs more than
 * all the rest. Any other is answered without blocking, on whatever thread the answer comes.
 */
final class HttpExchange implements StreamWriter.End {

    private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);

    /** What is to be written. */
    private record Answer(HttpReply reply, Optional<String> error) {}

    private final Exchanges exchanges;
    private final Cors cors;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final String path;
    private final String query;
    private final HttpFields fields;
    private final Peer peer;
    private final boolean gateway;
    private final RequestBody body;
    private final long length;
    private final ServletCall call;
    private final String ray;
    private final long deadline;
    private final AtomicBoolean answered = new AtomicBoolean();
    /** For the thread of the request, if it waits. */
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private final boolean waits;
    /** Empty as long as the thread of the request has it. */
    private volatile Optional<AsyncContext> async = Optional.empty();

    HttpExchange(Exchanges exchanges, Cors cors, HttpServletRequest request, HttpServletResponse response, HttpFields fields, String ray, Peer peer) throws IOException {
        this.exchanges = exchanges;
        this.cors = cors;
        this.peer = peer;
        this.request = request;
        this.response = response;
        this.ray = ray;
        this.deadline = exchanges.deadline();
        this.path = path(request);
        this.query = request.getQueryString() == null ? "" : request.getQueryString();
        this.fields = fields;
        this.gateway = Router.isGateway(path) || fields.contains("x-rivet-target");
        this.length = request.getContentLengthLong();
        boolean empty = length == 0 || length < 0 && !fields.contains("transfer-encoding") && request.getProtocol().startsWith("HTTP/1");
        this.body = empty ? null : new RequestBody(request.getInputStream(), length, exchanges.body(), this::bodyTooLong);
        this.call = ServletCall.incoming(request.getMethod(), query.isEmpty() ? path : path + "?" + query, fields,
            body == null ? HttpBody.empty() : body);
        this.waits = Thread.currentThread().isVirtual() && (body == null || body.isThere());
        if (!waits) {
            goOnElsewhere();
        }
    }

    private AsyncContext goOnElsewhere() {
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        async = Optional.of(context);
        return context;
    }

    /** Returns the raw path below the place where the servlet is. */
    static String path(HttpServletRequest request) {
        String uri = request.getRequestURI();
        String context = request.getContextPath();
        return context == null || context.isEmpty() || !uri.startsWith(context) ? uri : uri.substring(context.length());
    }

    /** Returns whether the answer has to begin by now. */
    boolean isLate(long now) {
        return now >= deadline;
    }

    /** Has the request answered; if it waits, that has happened when this returns, unless the answer is a stream. */
    void run(Gateway to) {
        ask(to);
        if (waits) {
            // bounded: whoever is late is answered by the sweep of the exchanges
            write(answer.join());
        }
    }

    private void ask(Gateway to) {
        CompletionStage<HttpReply> reply;
        try {
            if (!waits && body != null) {
                request.getInputStream().setReadListener(body);
            }
            if (length > exchanges.body()) {
                bodyTooLong();
                return;
            }
            reply = to.http(path, query, fields, call, peer);
        } catch (IOException | RuntimeException e) {
            fail(e);
            return;
        }
        reply.whenComplete((answer, failure) -> {
            if (failure == null) {
                answer(new Answer(answer, Optional.empty()));
            } else {
                fail(failure);
            }
        });
    }

    /** Answers with an error, unless there was an answer. */
    void fail(Throwable failure) {
        Throwable cause = Causes.of(failure);
        RivetException error = Causes.named(cause);
        if (!(cause instanceof RivetException)) {
            LOG.error("Unexpected failure of {} {} (ray {})", call.method(), Router.withoutToken(path), ray, cause);
        } else if (error.getCause() != null) {
            LOG.warn("{} {} (ray {}): {}", call.method(), Router.withoutToken(path), ray, error.toString(), error.getCause());
        }
        answer(new Answer(Json.reply(error), Optional.of(error.group() + "." + error.code())));
    }

    /** Answers because the port closes. What an actor has may have begun, and must not be sent again (design.md 1.4). */
    void end() {
        fail(gateway ? ErrorCode.ACTOR_STOPPED.error("committed", "unknown") : ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
    }

    private void bodyTooLong() {
        fail(ErrorCode.GUARD_INVALID_REQUEST_BODY.error("reason", "more than " + exchanges.body() + " bytes"));
    }

    private void answer(Answer first) {
        if (!answered.compareAndSet(false, true)) {
            Unread.discard(first.reply().body());
            return;
        }
        exchanges.answered(this);
        if (waits) {
            answer.complete(first);
        } else {
            write(first);
        }
    }

    private void write(Answer what) {
        HttpReply reply = what.reply();
        try {
            head(reply, what.error());
            ServletOutputStream output = response.getOutputStream();
            if (reply.body() instanceof HttpBody.Bytes(var content)) {
                send(output, content);
            } else {
                if (async.isEmpty()) {
                    goOnElsewhere();
                }
                StreamWriter stream = new StreamWriter(output, this);
                output.setWriteListener(stream);
                reply.body().stream().subscribe(stream);
            }
        } catch (IOException | RuntimeException e) {
            broken(e);
        }
    }

    private void head(HttpReply reply, Optional<String> error) {
        response.setStatus(reply.status());
        for (Map.Entry<String, List<String>> header : reply.headers().entrySet()) {
            if (!HopHeaders.contains(header.getKey()) && !header.getKey().equals("content-length")) {
                for (String value : header.getValue()) {
                    response.addHeader(header.getKey(), value);
                }
            }
        }
        response.setHeader("x-rivet-ray-id", ray);
        if (error.isPresent() && gateway) {
            response.setHeader("x-rivet-error", error.get());
        }
        cors.mark(gateway, fields, response);
    }

    private void send(ServletOutputStream output, byte[] content) throws IOException {
        boolean bodiless = response.getStatus() == 204 || response.getStatus() == 304;
        if (!bodiless) {
            response.setContentLength(content.length);
        }
        if (bodiless || content.length == 0 || call.method().equals("HEAD")) {
            written();
        } else if (async.isPresent() && output instanceof HttpOutput jetty) {
            // does not block, however slow the client is
            jetty.sendContent(ByteBuffer.wrap(content), Callback.from(this::written, this::broken));
        } else {
            output.write(content);
            written();
        }
    }

    @Override
    public void written() {
        async.ifPresent(context -> {
            if (body == null) {
                context.complete();
            } else {
                body.drain(context::complete);
            }
        });
    }

    @Override
    public void broken(Throwable cause) {
        LOG.debug("The answer to {} (ray {}) was cut off: {}", Router.withoutToken(path), ray, cause.toString());
        release();
        try {
            // the client must not take what it got for all of it
            response.sendError(-1);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("The connection of {} (ray {}) is gone already", Router.withoutToken(path), ray);
        }
        async.ifPresent(AsyncContext::complete);
    }

    private void release() {
        if (body != null) {
            body.abandon();
        }
    }
}
