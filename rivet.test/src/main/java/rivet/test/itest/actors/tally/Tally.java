package rivet.test.itest.actors.tally;

import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Counts, and tells everybody. */
@ActorType(Tally.TYPE)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Tally extends Actor<Tally.State> {

    public static final String TYPE = "itest.tally";

    /** What is stored. */
    @ImmutableState
    public record State(long count) {}

    private final String version;

    @Activate
    public Tally(BundleContext context) {
        version = context.getBundle().getVersion().toString();
    }

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Counts. */
    @Action
    public long count() {
        State next = new State(state().count() + 1);
        setState(next);
        broadcast("count", next.count());
        return next.count();
    }

    /** Returns the count. */
    @Action
    public long get() {
        return state().count();
    }

    /** Returns the version of the code. */
    @Action
    public String version() {
        return version;
    }
}
