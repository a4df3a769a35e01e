package rivet.test.driver.life;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** Saves its state and never answers. */
@ActorType("saveStateActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SaveState extends Actor<SaveState.State> {

    /** A value. */
    @ImmutableState
    public record State(long value) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Returns the value. */
    @Action
    public long getValue() {
        return state().value();
    }

    /** Sets the value, saves it at once, tells the observer, and never returns. */
    @Action
    public void saveImmediateAndBlock(long value) {
        setState(new State(value));
        saveStateNow();
        tellAndBlock("immediate");
    }

    /** Sets the value, has it saved within a time, tells the observer, and never returns. */
    @Action
    public void saveDeferredAndBlock(long value, long maxWait) {
        setState(new State(value));
        saveState(Duration.ofMillis(maxWait));
        tellAndBlock("deferred");
    }

    private void tellAndBlock(String phase) {
        String key = String.join("/", key());
        client().getOrCreate("saveStateObserver", key).call("recordPhase", key, phase);
        await(new CompletableFuture<>());
    }
}
