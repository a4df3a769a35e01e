package rivet.client.net;

import java.net.http.HttpRequest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.client.Encoding;
import rivet.protocol.key.ActorKeys;
import rivet.protocol.value.JsonValues;
import rivet.runtime.client.ClientErrors;
import rivet.runtime.client.Reply;
import rivet.runtime.client.Target;

/** Finds and creates actors by the engine's public API (spec/wire.md 3). */
final class EngineApi {

    private final HttpTransport http;
    private final Addresses addresses;
    private final ClientOptions options;

    EngineApi(HttpTransport http, Addresses addresses, ClientOptions options) {
        this.http = http;
        this.addresses = addresses;
        this.options = options;
    }

    /** Returns the id of the actor of a key; fails with {@code actor.not_found}. */
    CompletionStage<String> find(Target.ByKey target) {
        HttpRequest.Builder request = http.to(addresses.actors(target.type(), ActorKeys.escape(target.key())));
        return http.send(authorized(request), "GET", new byte[0]).thenApply(reply -> {
            List<?> actors = object(reply).get("actors") instanceof List<?> list ? list : List.of();
            return actors.stream().findFirst().flatMap(EngineApi::id)
                .orElseThrow(() -> ErrorCode.ACTOR_NOT_FOUND.error("resource", "actor", "id", target.type() + " " + target.key()));
        });
    }

    /**
     * Creates an actor and returns its id.
     *
     * @param method PUT, which is content with one that is there, or POST, which is not
     */
    CompletionStage<String> create(Target.ByKey target, String method) {
        Map<String, Object> wish = new LinkedHashMap<>();
        wish.put("name", target.type());
        wish.put("key", ActorKeys.escape(target.key()));
        wish.put("runner_name_selector", options.pool());
        wish.put("crash_policy", "sleep");
        target.region().ifPresent(region -> wish.put("datacenter", region));
        if (target.input().length > 0) {
            wish.put("input", Base64.getEncoder().encodeToString(target.input()));
        }
        HttpRequest.Builder request = authorized(http.to(addresses.actors())).setHeader("content-type", "application/json");
        return http.send(request, method, JsonValues.writeBytes(wish)).thenApply(reply -> Optional.ofNullable(object(reply).get("actor")).flatMap(EngineApi::id)
            .orElseThrow(() -> new RivetException("client", "malformed_reply", "The engine answered without an actor.")));
    }

    private HttpRequest.Builder authorized(HttpRequest.Builder request) {
        options.token().ifPresent(token -> request.setHeader("authorization", "Bearer " + token));
        return request;
    }

    private static Map<?, ?> object(Reply reply) {
        ClientErrors.of(reply, Encoding.JSON).ifPresent(error -> {
            throw error;
        });
        try {
            return JsonValues.readPlain(reply.body()) instanceof Map<?, ?> object ? object : Map.of();
        } catch (DecodeException e) {
            throw new RivetException("client", "malformed_reply", "The engine's answer is not JSON.").withCause(e);
        }
    }

    private static Optional<String> id(Object actor) {
        return actor instanceof Map<?, ?> fields && fields.get("actor_id") instanceof String id ? Optional.of(id) : Optional.empty();
    }
}
