package rivet.test.driver.sleep;

import java.time.Duration;

import rivet.actor.Action;
import rivet.actor.Input;
import rivet.actor.WebSocket;

/** Takes its time with what comes over a socket, and with the end of that. */
abstract class RawWsTracking extends CountingActor<RawWsTracking.State> {

    static final String CONNECTED = "{\"type\":\"connected\"}";

    /** The counts, and what was begun and ended. */
    public static final class State extends Counts {

        /** Messages. */
        public long messageStarted;
        /** Messages. */
        public long messageFinished;
        /** Ends of sockets. */
        public long closeStarted;
        /** Ends of sockets. */
        public long closeFinished;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Handles messages of a socket. */
    final void trackMessages(WebSocket socket) {
        socket.onText(text -> {
            if (text.equals("track-message")) {
                state().messageStarted++;
                socket.send("{\"type\":\"message-started\"}");
                sleep(Duration.ofMillis(250));
                state().messageFinished++;
            }
        });
    }

    /** Handles the end of a socket. */
    final void trackClose(WebSocket socket) {
        socket.onClose((code, reason) -> {
            state().closeStarted++;
            sleep(Duration.ofMillis(250));
            state().closeFinished++;
        });
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
