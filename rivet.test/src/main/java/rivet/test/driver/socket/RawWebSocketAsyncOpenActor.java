package rivet.test.driver.socket;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.WebSocket;

/** Waits while it opens a socket. */
@ActorType(value = "rawWebSocketAsyncOpenActor", sleepGracePeriod = 2_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawWebSocketAsyncOpenActor extends Actor<RawWebSocketAsyncOpenActor.State> {

    /** How many sockets were opened. */
    @ImmutableState
    public record State(long openCount) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        updateState(s -> new State(s.openCount() + 1));
        sleep(Duration.ofMillis(10));
        socket.send("{\"type\":\"async-open\",\"openCount\":" + state().openCount() + "}");
    }

    /** Returns how many sockets were opened. */
    @Action
    public long getOpenCount() {
        return state().openCount();
    }
}
