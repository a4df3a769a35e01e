package rivet.spi.route;

import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ConsumerType;

import rivet.spi.engine.ClientSocket;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.SocketCall;
import rivet.spi.engine.SocketListener;

/**
 * Answers what clients send to a path of an actor and below: a service with the property {@value #SEGMENT}. It sees actors of all types, while they are awake: the
 * request wakes a sleeping one, as any other does. Of several for one segment the first by the order of service references counts; the paths of the
 * platform itself cannot be taken. Where
 * there is none, clients see {@code actor.not_found}.
 * <p>
 * Whoever opens a path guards it: nothing was checked before but what the gateway checks for all requests. Called from any thread; must return soon.
 */
@ConsumerType
public interface ActorRoute {

    /** Service property: the first segment of the paths, for example {@code inspector} for {@code /inspector} and {@code /inspector/...}. */
    String SEGMENT = "rivet.route";

    /**
     * Answers a request. May fail with a {@link rivet.error.RivetException}: one that says that nothing has begun (for example {@code
     * actor.stopping}) holds the request for the next
     * start of the actor, any other reaches the client. What else it fails with reaches the client as {@code core.internal_error}.
     */
    CompletionStage<HttpReply> request(RoutedActor actor, HttpCall call);

    /**
     * Takes a WebSocket, accepted already. What it does not like it closes. The socket is not a connection of the actor and does not keep it awake by
     * itself; {@link rivet.inspect.ActorInspection#watch} does. Must be closed by this service before it goes.
     *
     * @throws rivet.error.RivetException to have it closed with code 1011 and {@code group.code} as the reason
     */
    SocketListener open(RoutedActor actor, SocketCall call, ClientSocket socket);
}
