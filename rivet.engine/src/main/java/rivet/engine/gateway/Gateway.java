package rivet.engine.gateway;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.eclipse.jetty.http.HttpFields;

import rivet.engine.actor.ActorIds;
import rivet.engine.actor.ActorKey;
import rivet.engine.actor.Actors;
import rivet.engine.actor.Creation;
import rivet.engine.api.Metadata;
import rivet.engine.gateway.Upstream.Service;
import rivet.engine.web.Access;
import rivet.engine.web.Percent;
import rivet.error.ErrorCode;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/** Brings requests and WebSockets to the actors they are for, or to the API (spec/wire.md 6). */
final class Gateway {

    private final Upstream upstream;
    private final Guard guard;

    Gateway(Upstream upstream, Guard guard) {
        this.upstream = upstream;
        this.guard = guard;
    }

    /**
     * Answers an HTTP request that is not a preflight. Fails, or throws, with a {@link rivet.error.RivetException}.
     *
     * @param path raw
     * @param query raw, empty for none
     */
    CompletionStage<HttpReply> http(String path, String query, HttpFields fields, ServletCall call, Peer peer) {
        check(fields, peer);
        Route route = Router.http(path, query, named(fields));
        Service service = upstream.get();
        if (route instanceof Route.Api) {
            return service == null ? withoutEngine(path) : service.api().handle(path, query, call, peer.isLocal());
        }
        if (service == null) {
            throw ErrorCode.GUARD_SERVICE_UNAVAILABLE.error();
        }
        requireFlag(fields);
        return switch (route) {
            case Route.ById(var id, var token, var target) -> {
                allow(service, token, fields, peer);
                yield request(service, requireId(id), call.forActor(target));
            }
            case Route.ByQuery(var which, var target) -> {
                allow(service, which.token(), fields, peer);
                ServletCall forActor = call.forActor(target);
                String running = service.actors().running(new ActorKey(which.namespace(), which.name(), which.key()));
                yield running != null && isAllowed(service.actors(), which) ? request(service, running, forActor)
                    : resolve(service.actors(), which).thenCompose(id -> request(service, id, forActor));
            }
            case Route.Api api -> throw new AssertionError(api);
        };
    }

    private void check(HttpFields fields, Peer peer) {
        guard.cors().require(fields);
        guard.rates().address(peer);
    }

    private CompletionStage<HttpReply> request(Service service, String id, ServletCall call) {
        guard.rates().actor(id);
        return service.actors().request(id, call);
    }

    /** Brings a WebSocket to its actor. Fails, or throws, with a {@link rivet.error.RivetException}. */
    CompletionStage<SocketListener> open(Handshake handshake, ClientSocket socket) {
        check(handshake.fields(), handshake.peer());
        Route route = Router.socket(handshake.path(), handshake.query(), handshake.named());
        Service service = upstream.get();
        if (service == null) {
            throw ErrorCode.GUARD_SERVICE_UNAVAILABLE.error();
        }
        return switch (route) {
            case Route.ById(var id, var token, var target) -> {
                allow(service, token, handshake.fields(), handshake.peer());
                yield open(service, requireId(id), handshake.call(target), socket);
            }
            case Route.ByQuery(var which, var target) -> {
                allow(service, which.token(), handshake.fields(), handshake.peer());
                SocketCall call = handshake.call(target);
                yield resolve(service.actors(), which).thenCompose(id -> open(service, id, call, socket));
            }
            case Route.Api api -> throw ErrorCode.API_NOT_FOUND.error("path", handshake.path());
        };
    }

    private CompletionStage<SocketListener> open(Service service, String id, SocketCall call, ClientSocket socket) {
        guard.rates().actor(id);
        return service.actors().open(id, call, socket);
    }

    private static CompletionStage<HttpReply> withoutEngine(String path) {
        // the client's first question, without an answer to which it does nothing at all
        return path.equals("/metadata") ? CompletableFuture.completedFuture(Metadata.reply())
            : CompletableFuture.failedFuture(ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
    }

    private static Optional<Router.Named> named(HttpFields fields) {
        return "actor".equals(fields.get("x-rivet-target"))
            ? Optional.of(new Router.Named(Optional.ofNullable(fields.get("x-rivet-actor")), Optional.empty())) : Optional.empty();
    }

    private static void requireFlag(HttpFields fields) {
        String skip = fields.get("x-rivet-skip-ready-wait");
        // waiting is never skipped: an actor that runs is not waited for, and another could not answer
        if (skip != null && !QueryParameters.isFlag(skip)) {
            throw ErrorCode.GUARD_INVALID_HEADER.error("header", "x-rivet-skip-ready-wait", "reason", "neither true nor false");
        }
    }

    private static void allow(Service service, Optional<String> token, HttpFields fields, Peer peer) {
        Optional<String> offered = token.or(() -> Optional.ofNullable(fields.get("x-rivet-token")));
        service.access().requireGateway(offered.isPresent() ? new Access.Offer(offered, peer.isLocal())
            : Access.Offer.bearer(Optional.ofNullable(fields.get("authorization")), peer.isLocal()));
    }

    private static String requireId(String id) {
        if (!ActorIds.isId(id)) {
            throw ErrorCode.CORE_INTERNAL_ERROR.error();
        }
        return id;
    }

    /** An actor that runs exists, so only what a creation asks for beside it can be wrong. */
    private static boolean isAllowed(Actors actors, GatewayQuery which) {
        return which.creation().isEmpty() || actors.cluster().hasPool(which.creation().get().pool())
            && which.creation().get().region().map(actors.cluster().datacenter()::equals).orElse(true);
    }

    private static CompletionStage<String> resolve(Actors actors, GatewayQuery which) {
        if (which.creation().isEmpty()) {
            return actors.find(new ActorKey(which.namespace(), which.name(), which.key())).thenApply(found -> found
                .orElseThrow(() -> ErrorCode.ACTOR_NOT_FOUND.error("resource", which.name(), "id", which.key())).row().id());
        }
        GatewayQuery.Creating wish = which.creation().get();
        return actors.create(new Creation(which.namespace(), which.name(), Optional.of(which.key()), wish.pool(), wish.region(),
            wish.crashPolicy(), wish.input()), true).thenApply(found -> found.actor().row().id());
    }

    /** Reads what the subprotocols of a WebSocket say about the actor. */
    static Optional<Router.Named> named(Iterable<String> subprotocols) {
        boolean actor = false;
        Optional<String> id = Optional.empty();
        Optional<String> token = Optional.empty();
        for (String word : subprotocols) {
            if (word.equals("rivet_target.actor")) {
                actor = true;
            } else if (word.startsWith("rivet_actor.")) {
                id = Optional.of(Percent.decode(word.substring("rivet_actor.".length())));
            } else if (word.startsWith("rivet_token.")) {
                token = Optional.of(Percent.decode(word.substring("rivet_token.".length())));
            }
        }
        return actor ? Optional.of(new Router.Named(id, token)) : Optional.empty();
    }
}
