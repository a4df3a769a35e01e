package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.WebSocket;

/** Handles messages and the end of a socket; handlers are set in one way only here. */
@ActorType(value = "sleepRawWsOnMessage", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepRawWsOnMessage extends RawWsTracking {

    @Override
    protected void onWebSocket(WebSocket socket) {
        trackMessages(socket);
        trackClose(socket);
        socket.send(CONNECTED);
    }
}
