package rivet.runtime.wire;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import rivet.actor.ConnectionRequest;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.ErrorBody;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpActionResponse;
import rivet.protocol.client.HttpMessage;
import rivet.protocol.client.HttpQueueSendRequest;
import rivet.protocol.client.HttpQueueSendResponse;
import rivet.protocol.value.JsonValues;
import rivet.runtime.actor.ActionReply;
import rivet.runtime.actor.CallReply;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.Failures;
import rivet.runtime.actor.QueueReply;
import rivet.runtime.actor.QueueSend;
import rivet.runtime.actor.Visit;
import rivet.runtime.inspect.Access;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.value.ValueMapper;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.route.ActorRoute;
import rivet.value.Undefined;

/** The HTTP routes of an actor (spec/wire.md 7, spec/core.md 5.6). */
public final class ActorHttp {

    private static final int DEFAULT_LIMIT = 65_536;
    private static final Duration MAX_TIMEOUT = Duration.ofDays(365);
    private static final String RAW = "/request";
    private static final Set<String> SMALL = Set.of("/", "/health", "/metadata");
    private static final Map<String, String> INBOX_FULL = Map.of("channel", "dispatch_inbox", "operation", "dispatch_queue_send");

    private final String version;
    private final Routes routes;
    private final Routed routed;

    /**
     * Makes the routes.
     *
     * @param version of the platform, as {@code /metadata} shows it
     * @param routes those that others answer
     * @param access who may look into actors
     */
    public ActorHttp(String version, Routes routes, Access access) {
        this.version = version;
        this.routes = routes;
        routed = new Routed(access);
    }

    /** Answers a request. Fails with {@link NotAdmittedException}; with anything else only if this platform is at fault. */
    public CompletionStage<HttpReply> handle(Cell cell, HttpCall call) {
        String target = call.target();
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        Encoding encoding = call.header("x-rivet-encoding").flatMap(Encoding::named).orElse(Encoding.JSON);
        try {
            if (path.startsWith("/action/")) {
                return post(cell, call, encoding, path, "/action/", (name, body, result) -> action(cell, call, encoding, name, body, result));
            }
            if (path.startsWith("/queue/")) {
                return post(cell, call, encoding, path, "/queue/", (name, body, result) -> queue(cell, call, encoding, name, body, result));
            }
            if (path.equals(RAW) || path.startsWith(RAW + "/")) {
                return raw(cell, call, encoding);
            }
            Optional<ActorRoute> route = SMALL.contains(path) ? Optional.empty() : routes.find(path);
            return route.isPresent() ? routed(cell, call, encoding, route.get()) : CompletableFuture.completedFuture(small(cell, call, path));
        } catch (RivetException e) {
            return CompletableFuture.completedFuture(error(cell, encoding, e));
        }
    }

    private HttpReply small(Cell cell, HttpCall call, String path) {
        String text = switch (path) {
            case "/" -> "This is a Rivet actor.\nIts actions are called at /action/<name>.\n";
            case "/health" -> "ok";
            case "/metadata" -> JsonValues.write(Map.of("runtime", "rivetkit", "version", version, "type", "local"));
            default -> throw ErrorCode.ACTOR_NOT_FOUND.error("resource", "route", "id", path);
        };
        requireMethod(call, "GET", path);
        String type = path.equals("/metadata") ? "application/json" : "text/plain; charset=utf-8";
        return reply(cell, 200, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What is done with a request of which method, path and size are in order. Throws what the answer is. */
    private interface Handler {

        void handle(String name, byte[] body, CompletableFuture<HttpReply> result);
    }

    /** Method, size, body, parameters, in this order (R-http-8). */
    private static CompletionStage<HttpReply> post(Cell cell, HttpCall call, Encoding encoding, String path, String prefix, Handler handler) {
        requireMethod(call, "POST", path);
        String name = segment(path.substring(prefix.length()), path);
        int limit = cell.code().map(code -> code.options().maxIncomingMessageSize()).orElse(DEFAULT_LIMIT);
        CompletableFuture<HttpReply> result = new CompletableFuture<>();
        call.body().bytes(limit).whenComplete((body, failure) -> {
            try {
                if (failure != null) {
                    throw Failures.unwrap(failure) instanceof RivetException named ? named : ErrorCode.CORE_UNDECODABLE.error().withCause(failure);
                }
                handler.handle(name, body, result);
            } catch (RivetException e) {
                result.complete(error(cell, encoding, e));
            } catch (RuntimeException e) {
                result.completeExceptionally(e); // nobody would hear of it otherwise, and the request would wait until its time is over
            }
        });
        return result;
    }

    private static void action(Cell cell, HttpCall call, Encoding encoding, String name, byte[] body, CompletableFuture<HttpReply> result) {
        HttpActionRequest request = decode(() -> ClientProtocol.decodeActionRequest(encoding, body));
        visit(cell, call).call(name, request.args(), new ActionAnswer(cell, encoding, result));
    }

    private static void queue(Cell cell, HttpCall call, Encoding encoding, String name, byte[] body, CompletableFuture<HttpReply> result) {
        HttpQueueSendRequest request = decode(() -> ClientProtocol.decodeQueueSendRequest(encoding, body));
        QueueSend message = new QueueSend(name, request.body(), request.waits(), timeout(request.timeoutMs()));
        visit(cell, call).post(message, new QueueAnswer(cell, encoding, result));
    }

    /** A time beyond any limit, up to 2^64, is none: the time for the whole call is shorter (R-http-21). */
    private static Optional<Duration> timeout(OptionalLong millis) {
        return millis.isEmpty() || millis.getAsLong() < 0 || millis.getAsLong() > MAX_TIMEOUT.toMillis() ? Optional.empty()
            : Optional.of(Duration.ofMillis(millis.getAsLong()));
    }

    /** What the actor answers itself (R-http-1). */
    private CompletionStage<HttpReply> raw(Cell cell, HttpCall call, Encoding encoding) {
        String rest = call.target().substring(RAW.length());
        ValueMapper mapper = cell.code().map(FactoryGeneration::mapper).orElseThrow(ErrorCode.ACTOR_STARTING::error);
        CompletableFuture<HttpReply> result = new CompletableFuture<>();
        IncomingRequest request = new IncomingRequest(call, rest.startsWith("/") ? rest : "/" + rest, mapper);
        visit(cell, call).fetch(request, new RawAnswer(cell, encoding, result));
        return result;
    }

    /** What another bundle answers. */
    private CompletionStage<HttpReply> routed(Cell cell, HttpCall call, Encoding encoding, ActorRoute route) {
        return routed.request(route, cell, call).thenApply(reply -> marked(cell, reply)).exceptionally(failure -> {
            if (Failures.unwrap(failure) instanceof NotAdmittedException notBegun) {
                throw notBegun;
            }
            return error(cell, encoding, Failures.of(failure));
        });
    }

    private static Visit visit(Cell cell, HttpCall call) {
        return new Visit(cell, new ConnectionRequest(call.method(), call.target(), call.headers()), params(call));
    }

    private static <T> T decode(Supplier<T> decoder) {
        try {
            return decoder.get();
        } catch (DecodeException e) {
            throw ErrorCode.CORE_UNDECODABLE.error().withCause(e);
        }
    }

    /** Parameters are plain JSON; absent is null (R-http-6). */
    private static Object params(HttpCall call) {
        String text = call.header("x-rivet-conn-params").orElse("");
        if (text.isEmpty()) {
            return null;
        }
        try {
            return JsonValues.readPlain(text);
        } catch (DecodeException e) {
            throw ErrorCode.CORE_UNDECODABLE.error().withCause(e);
        }
    }

    private static void requireMethod(HttpCall call, String method, String path) {
        if (!call.method().equals(method)) {
            throw ErrorCode.ACTOR_METHOD_NOT_ALLOWED.error("method", call.method(), "path", path);
        }
    }

    /** Decodes the only segment that may follow (R-http-3). */
    private static String segment(String raw, String path) {
        if (raw.isEmpty() || raw.indexOf('/') >= 0) {
            throw ErrorCode.ACTOR_NOT_FOUND.error("resource", "route", "id", path);
        }
        try {
            return Percent.decode(raw);
        } catch (CharacterCodingException e) {
            throw ErrorCode.PROTOCOL_INVALID_HTTP_REQUEST.error("field", "path segment", "reason", e.getMessage());
        }
    }

    private static HttpReply error(Cell cell, Encoding encoding, RivetException e) {
        byte[] body = ClientProtocol.encode(encoding, ErrorBody.of(e.withActor(cell.specifier())));
        return reply(cell, e.status(), encoding.contentType(), body);
    }

    private static HttpReply reply(Cell cell, int status, String type, byte[] body) {
        return marked(cell, new HttpReply(status, Map.of("content-type", List.of(type)), HttpBody.of(body)));
    }

    /** Every answer of an actor names it (R-http-11). */
    private static HttpReply marked(Cell cell, HttpReply reply) {
        Map<String, List<String>> headers = new HashMap<>(reply.headers());
        headers.put("x-rivet-actor", List.of(cell.start().actorId()));
        headers.put("x-rivet-actor-generation", List.of(Integer.toString(cell.start().generation())));
        cell.specifier().key().filter(ActorHttp::fitsHeader).ifPresent(key -> headers.put("x-rivet-actor-key", List.of(key)));
        return new HttpReply(reply.status(), headers, reply.body());
    }

    private static boolean fitsHeader(String key) {
        return key.chars().allMatch(c -> c >= ' ' && c < 127);
    }

    /** What all answers of an actor have in common. */
    private abstract static class Answer<R> implements CallReply<R> {

        final Cell cell;
        final Encoding encoding;
        private final CompletableFuture<HttpReply> result;

        Answer(Cell cell, Encoding encoding, CompletableFuture<HttpReply> result) {
            this.cell = cell;
            this.encoding = encoding;
            this.result = result;
        }

        final Runnable sending(HttpReply reply) {
            return () -> result.complete(reply);
        }

        final Runnable sending(HttpMessage message) {
            byte[] body = ClientProtocol.encode(encoding, message);
            int limit = cell.code().map(code -> code.options().maxOutgoingMessageSize()).orElse(Integer.MAX_VALUE);
            if (body.length > limit) {
                throw ErrorCode.MESSAGE_OUTGOING_TOO_LONG.error();
            }
            return sending(reply(cell, 200, encoding.contentType(), body));
        }

        @Override
        public final void error(RivetException error) {
            result.complete(ActorHttp.error(cell, encoding, error));
        }

        @Override
        public void refused(RivetException reason) {
            if (reason.is(ErrorCode.ACTOR_OVERLOADED)) {
                error(reason);
            } else {
                result.completeExceptionally(new NotAdmittedException(reason));
            }
        }
    }

    /** The answer of an action. */
    private static final class ActionAnswer extends Answer<Object> implements ActionReply {

        ActionAnswer(Cell cell, Encoding encoding, CompletableFuture<HttpReply> result) {
            super(cell, encoding, result);
        }

        @Override
        public Runnable value(Object output) {
            return sending(new HttpActionResponse(output));
        }
    }

    /** The answer to a message for the queue. */
    private static final class QueueAnswer extends Answer<Object> implements QueueReply {

        QueueAnswer(Cell cell, Encoding encoding, CompletableFuture<HttpReply> result) {
            super(cell, encoding, result);
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
    private static final class RawAnswer extends Answer<HttpReply> {

        RawAnswer(Cell cell, Encoding encoding, CompletableFuture<HttpReply> result) {
            super(cell, encoding, result);
        }

        @Override
        public Runnable value(HttpReply output) {
            return sending(marked(cell, output));
        }
    }
}
