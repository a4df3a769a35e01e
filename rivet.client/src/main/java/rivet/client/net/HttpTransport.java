package rivet.client.net;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.protocol.client.Encoding;
import rivet.runtime.client.ClientErrors;
import rivet.runtime.client.Outgoing;
import rivet.runtime.client.Reply;
import rivet.runtime.client.Target;
import rivet.runtime.client.Transport;
import rivet.runtime.time.Time;

/** Calls actors over HTTP and WebSockets. */
final class HttpTransport implements Transport {

    private static final long MOST = 64L << 20;

    /** What the JDK's client sets itself, and does not take from anybody else. */
    private static final Set<String> RESTRICTED = Set.of("connection", "content-length", "expect", "host", "upgrade");

    private final HttpClient http;
    private final Time time;
    private final Addresses addresses;
    private final ClientOptions options;
    private final Encoding encoding;
    private final EngineApi api;

    HttpTransport(HttpClient http, Time time, Addresses addresses, ClientOptions options) {
        this.http = http;
        this.time = time;
        this.addresses = addresses;
        this.options = options;
        encoding = Encoding.valueOf(options.encoding().name());
        api = new EngineApi(this, addresses, options);
    }

    @Override
    public Encoding encoding() {
        return encoding;
    }

    @Override
    public CompletionStage<Reply> request(Target target, Outgoing request) {
        return reachable(target).thenCompose(reached -> {
            HttpRequest.Builder builder = to(addresses.actor(reached, request.path()));
            if (!request.raw()) {
                builder.setHeader("x-rivet-encoding", encoding.wireName()).setHeader("content-type", encoding.contentType());
            }
            request.headers().forEach((name, values) -> {
                if (!RESTRICTED.contains(name)) {
                    values.forEach(value -> builder.header(name, value));
                }
            });
            request.params().ifPresent(params -> builder.setHeader("x-rivet-conn-params", ascii(params)));
            options.token().ifPresent(token -> builder.setHeader("x-rivet-token", token));
            return send(builder, request.method(), request.body());
        }).thenCompose(reply -> request.raw() ? answer(reply) : CompletableFuture.completedStage(reply));
    }

    /** A query names an actor if it can; else the engine's API tells its id. */
    private CompletionStage<Target> reachable(Target target) {
        return target instanceof Target.ByKey key && !Addresses.isQueryable(key) ? resolve(key).thenApply(Target.ById::new) : CompletableFuture.completedStage(target);
    }

    /** Header values are ASCII: what is not is escaped as JSON allows. */
    private static String ascii(String json) {
        StringBuilder out = new StringBuilder(json.length());
        for (char c : json.toCharArray()) {
            if (c < 127) {
                out.append(c);
            } else {
                out.append(String.format("\\u%04x", (int) c));
            }
        }
        return out.toString();
    }

    /** An answer of the gateway is not one of the actor's own code. */
    private static CompletionStage<Reply> answer(Reply reply) {
        return reply.headers().containsKey("x-rivet-error") ? CompletableFuture.failedStage(ClientErrors.of(reply, Encoding.JSON).orElseThrow())
            : CompletableFuture.completedStage(reply);
    }

    /** Begins a request, with what goes with every one. */
    HttpRequest.Builder to(URI address) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(address).timeout(options.requestTimeout()).setHeader("user-agent", "rivet-java");
        options.headers().forEach(builder::setHeader);
        return builder;
    }

    CompletionStage<Reply> send(HttpRequest.Builder builder, String method, byte[] body) {
        HttpRequest request = builder.method(method, body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body)).build();
        return http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST)).handle((response, failure) -> {
            if (failure != null) {
                throw ClientErrors.requestFailed(failure.getCause() == null ? failure : failure.getCause());
            }
            return reply(response);
        });
    }

    private static Reply reply(HttpResponse<byte[]> response) {
        Map<String, List<String>> headers = new TreeMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        return new Reply(response.statusCode(), headers, response.body());
    }

    @Override
    public Link connect(Target target, Optional<String> params, Map<String, List<String>> headers, Listener listener) {
        SocketLink link = new SocketLink(listener, time);
        reachable(target).whenComplete((reached, failure) -> {
            if (failure != null) {
                link.refused(failure);
            } else {
                link.open(http, addresses.socket(reached, "/connect"), encoding, params, options);
            }
        });
        return link;
    }

    @Override
    public CompletionStage<String> resolve(Target.ByKey target) {
        return target.creates() ? api.create(target, "PUT") : api.find(target);
    }

    @Override
    public CompletionStage<String> create(Target.ByKey target) {
        return api.create(target, "POST");
    }
}
