package rivet.test.driver;

import java.time.Duration;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Actions that overlap: one goes on while another waits. */
@ActorType("concurrentActionActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ConcurrentActionActor extends Actor<ConcurrentActionActor.State> {

    /** What happened, in order. */
    @ImmutableState
    public record State(List<String> events) {}

    @Override
    protected State createState(Input input) {
        return new State(List.of());
    }

    /** Records its start, waits, records its end and returns the label. */
    @Action
    public String runWithDelay(String label, long ms) {
        push("start:" + label);
        sleep(Duration.ofMillis(ms));
        push("finish:" + label);
        return label;
    }

    /** Returns what happened, in order. */
    @Action
    public List<String> getEvents() {
        return state().events();
    }

    private void push(String event) {
        updateState(s -> new State(Lists.append(s.events(), event)));
    }
}
