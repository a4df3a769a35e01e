package rivet.test.driver.life;

import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Notes what others tell it of their lives. */
@ActorType(value = "lifecycleObserver", noSleep = true)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class LifecycleObserver extends Actor<LifecycleObserver.State> {

    /** What somebody tells. */
    public record Told(String actorKey, String event) {}

    /** What was told, and when. */
    public record Event(String actorKey, String event, long timestamp) {}

    /** Everything. */
    public static final class State {

        /** In the order in which it was told. */
        public List<Event> events = new ArrayList<>();
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Notes an event. */
    @Action
    public void recordEvent(Told told) {
        state().events.add(new Event(told.actorKey(), told.event(), clock().millis()));
    }

    /** Returns everything. */
    @Action
    public List<Event> getEvents() {
        return state().events;
    }

    /** Forgets everything. */
    @Action
    public void clearEvents() {
        state().events.clear();
    }
}
