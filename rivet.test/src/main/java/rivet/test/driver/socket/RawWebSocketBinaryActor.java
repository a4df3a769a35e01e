package rivet.test.driver.socket;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.WebSocket;

/** Sends back the bytes that it gets, the last one first. */
@ActorType("rawWebSocketBinaryActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawWebSocketBinaryActor extends Actor<Void> {

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onBinary(content -> socket.send(reversed(content)));
    }

    private static byte[] reversed(byte[] content) {
        byte[] result = new byte[content.length];
        for (int i = 0; i < content.length; i++) {
            result[i] = content[content.length - 1 - i];
        }
        return result;
    }
}
