package rivet.test.driver.life;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Watches its signal while it asks for its destruction. */
@ActorType(value = "destroyAbortSignalActor", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DestroyAbortSignal extends Actor<DestroyAbortSignal.State> {

    /** How often the signal was heard. */
    public static final class State {

        /** Times. */
        public long abortEventCount;
    }

    /** The signal before and after, as a flag and as itself. */
    public record Seen(boolean beforeDestroyAborted, boolean beforeDestroySignalAborted, boolean afterDestroyAborted, boolean afterDestroySignalAborted,
            long abortEventCountAfterDestroy) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onDestroy() {
        client().getOrCreate("destroyObserver", "observer").call("notifyDestroyed", String.join("/", key()));
    }

    /** Asks for its destruction, and returns what the signal said. */
    @Action("requestDestroy")
    public Seen destroyWatchfully() {
        abortSignal().onAbort(() -> state().abortEventCount++);
        boolean before = abortSignal().aborted();
        requestDestroy();
        boolean after = abortSignal().aborted();
        return new Seen(before, before, after, after, state().abortEventCount);
    }
}
