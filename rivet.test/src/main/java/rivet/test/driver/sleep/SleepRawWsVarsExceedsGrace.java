package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.WebSocket;

/** Goes on with a message beyond its grace period. */
@ActorType(value = "sleepRawWsVarsExceedsGrace", sleepTimeout = 100, sleepGracePeriod = 200)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepRawWsVarsExceedsGrace extends CountingActor<SleepRawWsVarsExceedsGrace.State> {

    /** The counts, and how often the handler began and ended. */
    public static final class State extends Counts {

        /** Begun. */
        public long handlerStarted;
        /** Ended. */
        public long handlerFinished;
    }

    private boolean dirty;

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onText(text -> {
            if (text.equals("slow-vars-work")) {
                state().handlerStarted++;
                socket.send("{\"type\":\"started\"}");
                sleep(Duration.ofMillis(2_000));
                dirty = true;
                state().handlerFinished += dirty ? 1 : 0;
            }
        });
        socket.send("{\"type\":\"connected\"}");
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Returns the counts. */
    @Action
    public State getStatus() {
        return state();
    }
}
