package rivet.test.driver.sleep;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.WebSocket;

/** Talks over WebSockets. */
@ActorType(value = "sleepWithRawWebSocket", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithRawWebSocket extends CountingActor<SleepWithRawWebSocket.State> {

    /** The counts, and how many sockets are open. */
    public static final class State extends Counts {

        /** Sockets. */
        public long connectionCount;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        state().connectionCount++;
        socket.onText(text -> answer(socket, text));
        socket.onClose((code, reason) -> state().connectionCount--);
        socket.send("{\"type\":\"connected\",\"connectionCount\":" + state().connectionCount + "}");
    }

    private void answer(WebSocket socket, String text) {
        socket.send(switch (text.replace(" ", "")) {
            case "{\"type\":\"getCounts\"}" -> "{\"type\":\"counts\",\"startCount\":%d,\"sleepCount\":%d,\"connectionCount\":%d}"
                .formatted(state().startCount, state().sleepCount, state().connectionCount);
            case "{\"type\":\"keepAlive\"}" -> "{\"type\":\"ack\"}";
            default -> text;
        });
    }

    /** Returns the counts. */
    @Action
    public State getCounts() {
        return state();
    }
}
