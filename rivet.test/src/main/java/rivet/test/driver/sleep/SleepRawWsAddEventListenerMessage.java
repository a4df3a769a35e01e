package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.WebSocket;

/** Listens to messages. */
@ActorType(value = "sleepRawWsAddEventListenerMessage", sleepTimeout = 100)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepRawWsAddEventListenerMessage extends RawWsTracking {

    @Override
    protected void onWebSocket(WebSocket socket) {
        trackMessages(socket);
        socket.send(CONNECTED);
    }
}
