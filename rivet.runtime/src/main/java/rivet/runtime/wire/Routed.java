package rivet.runtime.wire;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.Failures;
import rivet.runtime.actor.Inspected;
import rivet.runtime.inspect.InspectorAccess;
import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;
import rivet.spi.route.ActorRoute;
import rivet.spi.route.RoutedActor;

/** Hands requests to whoever answers a sub-path of actors, and keeps what goes wrong there from doing harm here. */
final class Routed {

    /** Say that nothing has begun (design.md 1.4). */
    private static final List<ErrorCode> NOT_BEGUN = List.of(ErrorCode.ACTOR_STARTING, ErrorCode.ACTOR_STOPPING, ErrorCode.ACTOR_RESTARTING, ErrorCode.ACTOR_DESTROYING);

    private final InspectorAccess access;

    Routed(InspectorAccess access) {
        this.access = access;
    }

    private RoutedActor actor(Cell cell) {
        var start = cell.start();
        return new RoutedActor(start.actorId(), start.generation(), start.namespace(), start.name(), start.key(), new Inspected(cell, access));
    }

    /** Fails with a {@link NotAdmittedException}, or with a {@link RivetException} for the client. */
    CompletionStage<HttpReply> request(ActorRoute route, Cell cell, HttpCall call) {
        CompletionStage<HttpReply> reply;
        try {
            reply = route.request(actor(cell), call);
        } catch (RuntimeException e) {
            reply = CompletableFuture.failedStage(e);
        }
        return reply.exceptionallyCompose(failure -> {
            RivetException error = Failures.of(failure);
            return CompletableFuture.failedStage(NOT_BEGUN.stream().anyMatch(error::is) ? new NotAdmittedException(error.withActor(cell.specifier())) : error);
        });
    }

    /** Opens a socket; empty handed if the route does not want it, with the reason. */
    SocketListener open(ActorRoute route, Cell cell, SocketCall call, ClientSocket socket) {
        try {
            return route.open(actor(cell), call, socket);
        } catch (RuntimeException e) {
            throw Failures.of(e);
        }
    }
}
