package rivet.test.driver;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.UserError;

/** Actions that wait for a future: done, to come, failed. */
@ActorType("promiseActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class PromiseActor extends Actor<PromiseActor.State> {

    /** What was done, in order. */
    @ImmutableState
    public record State(List<String> results) {}

    @Override
    protected State createState(Input input) {
        return new State(List.of());
    }

    /** Waits for what is there. */
    @Action
    public String resolvedPromise() {
        return await(CompletableFuture.completedFuture("resolved value"));
    }

    /** Waits for what is yet to come. */
    @Action
    public String delayedPromise() {
        String value = await(fork(() -> {
            sleep(Duration.ofMillis(50));
            return "delayed value";
        }));
        updateState(s -> new State(Lists.append(s.results(), "delayed")));
        return value;
    }

    /** Waits for what has failed. */
    @Action
    public String rejectedPromise() {
        return await(CompletableFuture.failedFuture(new UserError("promised rejection")));
    }

    /** Returns what was done, in order. */
    @Action
    public List<String> getResults() {
        return state().results();
    }
}
