package rivet.test.itest.actors.wired;

import java.util.function.Supplier;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Needs a service for as long as it is awake: with another one it is another instance. */
@ActorType(Fixed.TYPE)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Fixed extends Actor<Fixed.State> {

    public static final String TYPE = "itest.fixed";

    /** What is stored. */
    @ImmutableState
    public record State(long count) {}

    private final Supplier<String> greeting;
    private long sinceStart;

    @Activate
    public Fixed(@Reference(name = "greeting", target = "(itest=fixed)") Supplier<String> greeting) {
        this.greeting = greeting;
    }

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Greets and counts: what the service says, the count, and that of this instance. */
    @Action
    public String greet() {
        sinceStart++;
        updateState(s -> new State(s.count() + 1));
        return greeting.get() + " " + state().count() + " " + sinceStart;
    }
}
