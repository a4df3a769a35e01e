package rivet.test.driver;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.UserError;

/** Actions that go through an await point. */
@ActorType("asyncActionActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class AsyncActionActor extends Actor<AsyncActionActor.State> {

    /** What {@code fetchData} got. */
    public record Data(Object id, long timestamp) {}

    /** A value, and what was fetched last, null before. */
    @ImmutableState
    public record State(long value, Data data) {}

    @Override
    protected State createState(Input input) {
        return new State(0, null);
    }

    /** Adds to the value, one if nothing is given, and returns it. */
    @Action
    public long delayedIncrement(Long amount) {
        sleep(Duration.ZERO);
        updateState(s -> new State(s.value() + (amount == null ? 1 : amount), s.data()));
        return state().value();
    }

    /** Makes up data for the id, keeps and returns it. */
    @Action
    public Data fetchData(Object id) {
        sleep(Duration.ZERO);
        Data data = new Data(id, clock().millis());
        updateState(s -> new State(s.value(), data));
        return data;
    }

    /** Fails if told to. */
    @Action
    public String asyncWithError(boolean shouldError) {
        sleep(Duration.ZERO);
        if (shouldError) {
            throw new UserError("Intentional error");
        }
        return "Success";
    }
}
