package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Keeps itself awake for a while, asked for sleep or not. */
@ActorType(value = "sleepKeepAwakeUntilIdle", sleepTimeout = 1_000, sleepGracePeriod = 2_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepKeepAwakeUntilIdle extends LoggingActor<SleepKeepAwakeUntilIdle.State> {

    /** The counts, and what of the work has ended. */
    public static final class State extends Counts {

        /** Single pieces. */
        public long singleFinished;
        /** Outer pieces. */
        public long nestedFirstFinished;
        /** Inner pieces. */
        public long nestedSecondFinished;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() {
        state().startCount++;
        log("wake-" + state().startCount);
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        log("sleep-" + state().sleepCount);
    }

    /** Begins one piece of work. */
    @Action
    public void startSingleKeepAwake() {
        keepAwake(fork(() -> {
            log("single-start");
            sleep(Duration.ofMillis(300));
            log("single-finish");
            return ++state().singleFinished;
        }));
    }

    /** Begins a piece of work that begins another before it ends. */
    @Action
    public void startNestedKeepAwake() {
        keepAwake(fork(() -> {
            log("nested-first-start");
            sleep(Duration.ofMillis(100));
            keepAwake(fork(() -> {
                log("nested-second-start");
                sleep(Duration.ofMillis(350));
                log("nested-second-finish");
                return ++state().nestedSecondFinished;
            }));
            log("nested-first-finish");
            return ++state().nestedFirstFinished;
        }));
    }

    /** Returns the counts. */
    @Action
    public State getStatus() {
        return state();
    }
}
