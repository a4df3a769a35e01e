package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.Request;
import rivet.actor.Response;

/** Answers HTTP requests that take their time. */
@ActorType(value = "sleepWithRawHttp", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithRawHttp extends CountingActor<SleepWithRawHttp.State> {

    /** The counts, and how many requests came. */
    public static final class State extends Counts {

        /** Requests. */
        public long requestCount;
    }

    /** An answer. */
    public record Completed(boolean completed) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected Response onRequest(Request request) {
        state().requestCount++;
        if (!request.path().equals("/long-request")) {
            return Response.of(404);
        }
        String query = request.query().orElse("");
        sleep(Duration.ofMillis(query.startsWith("duration=") ? Long.parseLong(query.substring("duration=".length())) : 0));
        return Response.json(new Completed(true));
    }

    /** Returns the counts. */
    @Action
    public State getCounts() {
        return state();
    }
}
