package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Sends a message in the background, after it asked for sleep. */
@ActorType(value = "sleepWithWaitUntilMessage", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithWaitUntilMessage extends CountingActor<SleepWithWaitUntilMessage.State> {

    /** The counts, and how many messages were sent. */
    public static final class State extends Counts {

        /** Messages. */
        public long waitUntilMessageCount;
    }

    /** What is sent. */
    public record Sleeping(long sleepCount, long startCount) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Asks for sleep; a little later the caller hears of it. */
    @Action
    public void triggerSleep() {
        waitUntil(() -> {
            sleep(Duration.ofMillis(10));
            state().waitUntilMessageCount++;
            caller().send("sleeping", new Sleeping(state().sleepCount, state().startCount));
            return null;
        });
        requestSleep();
    }

    /** Returns the counts. */
    @Action
    public State getCounts() {
        return state();
    }
}
