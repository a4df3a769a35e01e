package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.WebSocket;

/** Listens to the end of a socket. */
@ActorType(value = "sleepRawWsAddEventListenerClose", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepRawWsAddEventListenerClose extends RawWsTracking {

    @Override
    protected void onWebSocket(WebSocket socket) {
        trackClose(socket);
        socket.send(CONNECTED);
    }
}
