package rivet.test.itest.actors.busy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Does what keeps an actor busy, each in the way that is named. */
@ActorType(Busy.TYPE)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Busy extends Actor<Busy.State> {

    public static final String TYPE = "itest.busy";
    /** Name of the component, and PID of its configuration. */
    public static final String COMPONENT = "rivet.test.itest.actors.busy.Busy";

    /** How often something was begun. */
    @ImmutableState
    public record State(long begun) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    private void begin() {
        updateState(s -> new State(s.begun() + 1));
        broadcast("begun", state().begun());
    }

    /** Waits at an await point; what it began with is committed by then. */
    @Action
    public String pause(long millis) {
        begin();
        sleep(Duration.ofMillis(millis));
        return "paused";
    }

    /** Waits at an await point and changes nothing before. */
    @Action
    public String idle(long millis) {
        sleep(Duration.ofMillis(millis));
        begin();
        return "idled";
    }

    /** Blocks its thread. */
    @Action
    public String block(long millis) throws InterruptedException {
        begin();
        TimeUnit.MILLISECONDS.sleep(millis);
        return "blocked";
    }

    /** Keeps its carrier busy and heeds no interruption. */
    @Action
    public String spin(long millis) {
        begin();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return "spun";
    }

    /** Returns how often something was begun. */
    @Action
    public long begun() {
        return state().begun();
    }
}
