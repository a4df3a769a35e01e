package rivet.test.driver.sleep;

import java.time.Duration;

import rivet.actor.Action;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.actor.WebSocket;

/** Writes down, slowly, that a socket has ended. */
abstract class RawWsCloseDb extends LoggingActor<RawWsCloseDb.State> {

    /** The counts, and how often the handler began and ended. */
    public static final class State extends Counts {

        /** Begun. */
        public long closeStarted;
        /** Ended. */
        public long closeFinished;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onClose((code, reason) -> {
            state().closeStarted++;
            log("close-start");
            sleep(Duration.ofMillis(250));
            log("close-finish");
            state().closeFinished++;
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
