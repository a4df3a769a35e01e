package rivet.runtime.wire;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpQueueSendRequest;
import rivet.protocol.value.JsonValues;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.Failures;
import rivet.runtime.actor.QueueSend;
import rivet.runtime.actor.Visit;
import rivet.runtime.inspect.InspectorAccess;
import rivet.runtime.type.FactoryGeneration;
import rivet.runtime.value.ValueMapper;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.route.ActorRoute;

/** The HTTP routes of an actor (spec/wire.md 7, spec/core.md 5.6). */
public final class ActorHttp {

    private static final int DEFAULT_LIMIT = 65_536;
    private static final Duration MAX_TIMEOUT = Duration.ofDays(365);
    private static final String RAW = "/request";
    private static final Set<String> SMALL = Set.of("/", "/health", "/metadata");

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
    public ActorHttp(String version, Routes routes, InspectorAccess access) {
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
        Replies replies = new Replies(cell, encoding);
        try {
            if (path.startsWith("/action/")) {
                return post(replies, call, path, "/action/", (name, body, result) -> action(replies, call, name, body, result));
            }
            if (path.startsWith("/queue/")) {
                return post(replies, call, path, "/queue/", (name, body, result) -> queue(replies, call, name, body, result));
            }
            if (path.equals(RAW) || path.startsWith(RAW + "/")) {
                return raw(replies, call);
            }
            Optional<ActorRoute> route = SMALL.contains(path) ? Optional.empty() : routes.find(path);
            return route.isPresent() ? routed(replies, call, route.get()) : CompletableFuture.completedFuture(small(replies, call, path));
        } catch (RivetException e) {
            return CompletableFuture.completedFuture(replies.error(e));
        }
    }

    private HttpReply small(Replies replies, HttpCall call, String path) {
        String text = switch (path) {
            case "/" -> "This is a Rivet actor.\nIts actions are called at /action/<name>.\n";
            case "/health" -> "ok";
            case "/metadata" -> JsonValues.write(Map.of("runtime", "rivetkit", "version", version, "type", "local"));
            default -> throw ErrorCode.ACTOR_NOT_FOUND.error("resource", "route", "id", path);
        };
        requireMethod(call, "GET", path);
        String type = path.equals("/metadata") ? "application/json" : "text/plain; charset=utf-8";
        return replies.of(200, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What is done with a request of which method, path and size are in order. Throws what the answer is. */
    private interface Handler {

        void handle(String name, byte[] body, CompletableFuture<HttpReply> result);
    }

    /** Method, size, body, parameters, in this order (R-http-8). */
    private static CompletionStage<HttpReply> post(Replies replies, HttpCall call, String path, String prefix, Handler handler) {
        requireMethod(call, "POST", path);
        String name = segment(path.substring(prefix.length()), path);
        int limit = replies.cell().code().map(code -> code.options().maxIncomingMessageSize()).orElse(DEFAULT_LIMIT);
        CompletableFuture<HttpReply> result = new CompletableFuture<>();
        call.body().bytes(limit).whenComplete((body, failure) -> {
            try {
                if (failure != null) {
                    throw Failures.unwrap(failure) instanceof RivetException named ? named : ErrorCode.CORE_UNDECODABLE.error().withCause(failure);
                }
                handler.handle(name, body, result);
            } catch (RivetException e) {
                result.complete(replies.error(e));
            } catch (RuntimeException e) {
                result.completeExceptionally(e); // nobody would hear of it otherwise, and the request would wait until its time is over
            }
        });
        return result;
    }

    private static void action(Replies replies, HttpCall call, String name, byte[] body, CompletableFuture<HttpReply> result) {
        HttpActionRequest request = decode(() -> ClientProtocol.decodeActionRequest(replies.encoding(), body));
        visit(replies.cell(), call).call(name, request.args(), new HttpAnswer.OfAction(replies, result));
    }

    private static void queue(Replies replies, HttpCall call, String name, byte[] body, CompletableFuture<HttpReply> result) {
        HttpQueueSendRequest request = decode(() -> ClientProtocol.decodeQueueSendRequest(replies.encoding(), body));
        QueueSend message = new QueueSend(name, request.body(), request.waits(), timeout(request.timeoutMs()));
        visit(replies.cell(), call).post(message, new HttpAnswer.OfQueue(replies, result));
    }

    /** A time beyond any limit, up to 2^64, is none: the time for the whole call is shorter (R-http-21). */
    private static Optional<Duration> timeout(OptionalLong millis) {
        return millis.isEmpty() || millis.getAsLong() < 0 || millis.getAsLong() > MAX_TIMEOUT.toMillis() ? Optional.empty()
            : Optional.of(Duration.ofMillis(millis.getAsLong()));
    }

    /** What the actor answers itself (R-http-1). */
    private CompletionStage<HttpReply> raw(Replies replies, HttpCall call) {
        String rest = call.target().substring(RAW.length());
        ValueMapper mapper = replies.cell().code().map(FactoryGeneration::mapper).orElseThrow(ErrorCode.ACTOR_STARTING::error);
        CompletableFuture<HttpReply> result = new CompletableFuture<>();
        IncomingRequest request = new IncomingRequest(call, rest.startsWith("/") ? rest : "/" + rest, mapper);
        visit(replies.cell(), call).fetch(request, new HttpAnswer.OfCode(replies, result));
        return result;
    }

    /** What another bundle answers. */
    private CompletionStage<HttpReply> routed(Replies replies, HttpCall call, ActorRoute route) {
        return routed.request(route, replies.cell(), call).thenApply(replies::marked).exceptionally(failure -> {
            if (Failures.unwrap(failure) instanceof NotAdmittedException notBegun) {
                throw notBegun;
            }
            return replies.error(Failures.of(failure));
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
}
