package rivet.test.smoke;

import java.time.Duration;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** The {@code sleeper} of the smoke suite: what survives sleep and what does not. */
@ActorType(value = "sleeper", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Sleeper extends Actor<Sleeper.State> {

    /** A value, and how often the actor woke, slept and was fired at. */
    @ImmutableState
    public record State(long value, long wakes, long sleeps, long fired) {}

    private long lastSet;

    @Override
    protected State createState(Input input) {
        return new State(0, 0, 0, 0);
    }

    @Override
    protected void onWake() {
        updateState(s -> new State(s.value(), s.wakes() + 1, s.sleeps(), s.fired()));
    }

    @Override
    protected void onSleep(StopReason reason) {
        updateState(s -> new State(s.value(), s.wakes(), s.sleeps() + 1, s.fired()));
    }

    /** Sets the value, in the state and in a field that is gone after sleep. */
    @Action
    public long set(long value) {
        updateState(s -> new State(value, s.wakes(), s.sleeps(), s.fired()));
        lastSet = value;
        return value;
    }

    /** Returns everything. */
    @Action
    public Map<String, Object> get() {
        State s = state();
        return Map.of("value", s.value(), "wakes", s.wakes(), "sleeps", s.sleeps(), "fired", s.fired(), "volatile", lastSet);
    }

    /** Asks for sleep. */
    @Action
    public String nap() {
        requestSleep();
        return "napping";
    }

    /** Tells {@code tick}. */
    @Action
    public Object tick(Object value) {
        broadcast("tick", value);
        return value;
    }

    /** Counts one more after some milliseconds. */
    @Action
    public String later(long ms) {
        return schedule().after(Duration.ofMillis(ms), "mark");
    }

    /** Counts one more; what the schedule calls. */
    @Action
    public long mark() {
        updateState(s -> new State(s.value(), s.wakes(), s.sleeps(), s.fired() + 1));
        return state().fired();
    }
}
