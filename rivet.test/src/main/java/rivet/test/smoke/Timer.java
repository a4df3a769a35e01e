package rivet.test.smoke;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** The {@code timer} of the smoke suite: calls itself later. */
@ActorType("timer")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Timer extends Actor<Timer.State> {

    /** What was fired so far. */
    @ImmutableState
    public record State(List<Object> fired) {}

    @Override
    protected State createState(Input input) {
        return new State(List.of());
    }

    /** Calls {@code fire} after some milliseconds; returns the id. */
    @Action
    public String after(long ms, Object tag) {
        return schedule().after(Duration.ofMillis(ms), "fire", tag);
    }

    /** Calls {@code fire} at a time; returns the id. */
    @Action
    public String at(long epochMs, Object tag) {
        return schedule().at(Instant.ofEpochMilli(epochMs), "fire", tag);
    }

    /** Takes a call back. */
    @Action
    public boolean cancel(String id) {
        return schedule().cancel(id);
    }

    /** Returns the calls that are to come. */
    @Action
    public List<Map<String, Object>> list() {
        return schedule().list().stream().map(event -> Map.<String, Object> of("action", event.action(), "args", event.args())).toList();
    }

    /** Returns what was fired. */
    @Action
    public List<Object> fired() {
        return state().fired();
    }

    /** What the schedule calls. */
    @Action
    public void fire(Object tag) {
        List<Object> fired = new ArrayList<>(state().fired());
        fired.add(tag);
        setState(new State(fired));
        broadcast("fired", tag);
    }
}
