package rivet.test.driver;

import java.math.BigInteger;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.error.ErrorCode;

/** Actions in a group. */
@ActorType("nestedActionActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class NestedActionActor extends Actor<NestedActionActor.State> {

    /** The sum so far. */
    @ImmutableState
    public record State(double total) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Adds to the sum and returns it; takes exactly one number, or fails with {@code actor.validation_error}. */
    @Action("calculator.add")
    public double add(Object... amount) {
        if (amount.length != 1 || !(amount[0] instanceof Number n) || n instanceof BigInteger) {
            throw ErrorCode.ACTOR_VALIDATION_ERROR.error("target", "arguments of calculator.add");
        }
        updateState(s -> new State(s.total() + n.doubleValue()));
        return state().total();
    }

    /** Returns the sum so far. */
    @Action("calculator.read")
    public double read() {
        return state().total();
    }
}
