package rivet.test.torture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.WebSocket;

/** A WebSocket that stays while it sleeps: each frame is a round and the name of an operation, which is written down and said back. */
@ActorType(value = "wire", sleepTimeout = 200, canHibernateWebSocket = true)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Wire extends Journal<Wire.State> {

    /** How many rows there are. */
    @ImmutableState
    public record State(long count) {}

    /** The rows that there are by the state and in truth. */
    public record Totals(long count, long rows) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onText(frame -> {
            String[] words = frame.split(" ");
            write(Integer.parseInt(words[0]), words[1]);
            updateState(s -> new State(s.count() + 1));
            socket.send(words[1] + " " + state().count());
        });
    }

    /** Returns how much there is. */
    @Action
    public Totals totals() {
        return new Totals(state().count(), rows());
    }
}
