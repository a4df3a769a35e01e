package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Ours, not of the driver suite: sees whether calls come in the order in which they were sent. */
@ActorType("sequence")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Sequence extends Actor<Sequence.State> {

    /** The number expected next, and how many came out of order. */
    @ImmutableState
    public record State(long next, long misplaced) {}

    @Override
    protected State createState(Input input) {
        return new State(0, 0);
    }

    /** Takes the next number, tells it as {@code taken} and returns it. */
    @Action
    public long take(long number) {
        updateState(s -> new State(number + 1, s.misplaced() + (number == s.next() ? 0 : 1)));
        broadcast("taken", number);
        return number;
    }

    /** Returns what was seen so far. */
    @Action
    public State seen() {
        return state();
    }
}
