package rivet.test.driver.sleep;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.actor.WebSocket;

/** Writes beyond its grace period. */
@ActorType(value = "sleepWsMessageExceedsGrace", sleepTimeout = 100, sleepGracePeriod = 200)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWsMessageExceedsGrace extends LoggingActor<SleepWsMessageExceedsGrace.State> {

    /** The counts, and how often the handler began and ended. */
    public static final class State extends Counts {

        /** Begun. */
        public long messageStarted;
        /** Ended. */
        public long messageFinished;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onText(text -> {
            if (text.equals("slow-db-work")) {
                state().messageStarted++;
                log("msg-start");
                socket.send("{\"type\":\"started\"}");
                sleep(Duration.ofMillis(2_000));
                log("msg-finish");
                state().messageFinished++;
            }
        });
        socket.send("{\"type\":\"connected\"}");
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        log("sleep");
    }

    /** Returns the counts. */
    @Action
    public State getStatus() {
        return state();
    }
}
