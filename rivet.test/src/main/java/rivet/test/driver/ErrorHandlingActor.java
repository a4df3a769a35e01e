package rivet.test.driver;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.UserError;

/** Every way to fail. */
@ActorType(value = "errorHandlingActor", actionTimeout = 500)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ErrorHandlingActor extends Actor<ErrorHandlingActor.State> {

    /** What was logged. */
    @ImmutableState
    public record State(List<String> errorLog) {}

    @Override
    protected State createState(Input input) {
        return new State(List.of());
    }

    /** Fails with a message. */
    @Action
    public void throwSimpleError() {
        throw new UserError("Simple error message");
    }

    /** Fails with a message, a code and metadata. */
    @Action
    public void throwDetailedError() {
        throw new UserError("Detailed error message", "detailed_error",
            Map.of("reason", "test", "timestamp", clock().millis()));
    }

    /** Fails with what no client may see. */
    @Action
    public void throwInternalError() {
        throw new IllegalStateException("This is an internal error");
    }

    /** Does not fail. */
    @Action
    public String successfulAction() {
        return "success";
    }

    /** Takes longer than an action may. */
    @Action
    public String timeoutAction() {
        sleep(Duration.ofSeconds(10));
        return "This should not be reached";
    }

    /** Takes as long as told. */
    @Action
    public String delayedAction(long ms) {
        sleep(Duration.ofMillis(ms));
        return "Completed after " + ms + "ms";
    }

    /** Logs an error and returns the log. */
    @Action
    public List<String> logError(String error) {
        updateState(s -> new State(Lists.append(s.errorLog(), error)));
        return state().errorLog();
    }

    /** Returns the log. */
    @Action
    public List<String> getErrorLog() {
        return state().errorLog();
    }

    /** Empties the log. */
    @Action
    public boolean clearErrorLog() {
        setState(new State(List.of()));
        return true;
    }
}
