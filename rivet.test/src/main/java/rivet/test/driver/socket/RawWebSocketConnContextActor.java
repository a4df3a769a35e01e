package rivet.test.driver.socket;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.WebSocket;

/** Keeps something of a socket in the state of its connection. */
@ActorType("rawWebSocketConnContextActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawWebSocketConnContextActor extends Actor<Void> {

    /** The state of a connection. */
    @ImmutableState
    public record Opened(boolean opened, String connId) {}

    @Override
    protected void onWebSocket(WebSocket socket) {
        Connection connection = socket.connection();
        connection.setState(new Opened(true, connection.id()));
        Opened kept = connection.state(Opened.class);
        socket.send("{\"type\":\"conn-context\",\"connId\":\"%s\",\"state\":{\"opened\":%b,\"connId\":\"%s\"}}".formatted(connection.id(), kept.opened(), kept.connId()));
    }
}
