package rivet.test.driver.sleep;

import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.actor.WebSocket;
import rivet.error.RivetException;
import rivet.test.driver.Json;

/** Writes row after row, each when the client allows it, until it cannot any more. */
@ActorType(value = "sleepWsActiveDbExceedsGrace", sleepTimeout = 500, sleepGracePeriod = 50)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWsActiveDbExceedsGrace extends LoggingActor<SleepWsActiveDbExceedsGrace.State> {

    private static final int ROWS = 500;

    /** The counts, how many rows were written, and what the last was refused with. */
    public static final class State extends Counts {

        /** Rows. */
        public long writesCompleted;
        /** A message, or null. */
        public String writeError;
    }

    /** What a client has allowed and is not used yet. */
    private static final class Permits {

        private int free;
        private CompletableFuture<Void> given = new CompletableFuture<>();

        void give() {
            free++;
            given.complete(null);
        }

        boolean take() {
            if (free > 0) {
                free--;
                return true;
            }
            given = new CompletableFuture<>();
            return false;
        }
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        Permits permits = new Permits();
        socket.onText(text -> {
            if (text.contains("\"start-writes\"")) {
                socket.send("{\"type\":\"started\"}");
                write(socket, permits);
            } else if (text.contains("\"continue-write\"")) {
                permits.give();
            }
        });
        socket.send("{\"type\":\"connected\"}");
    }

    private void write(WebSocket socket, Permits permits) {
        for (int i = 0; i < ROWS; i++) {
            while (!permits.take()) {
                await(permits.given); // does not come back when the grace period is over
            }
            try {
                log("write-" + i);
            } catch (RivetException e) {
                state().writeError = e.getMessage();
                socket.send("{\"type\":\"error\",\"index\":" + i + ",\"error\":" + Json.text(e.getMessage()) + "}");
                return;
            }
            state().writesCompleted = i + 1;
            socket.send("{\"type\":\"write\",\"index\":" + i + ",\"writesCompleted\":" + (i + 1) + "}");
        }
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
