package rivet.test.driver.sleep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.actor.WebSocket;

/** Looks at its variables when it hears that it is to stop. */
@ActorType(value = "sleepAbortListenerVarsActor", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepAbortListenerVars extends CountingActor<SleepAbortListenerVars.State> {

    /** The counts, and what the listener of each start saw. */
    public static final class State extends Counts {

        /** What was seen, by start. */
        public List<String> abortVarsSeenPerWake = new ArrayList<>();
    }

    /** The variables. */
    private static final class Vars {

        boolean isStopping;
    }

    private final Vars vars = new Vars();

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() throws Exception {
        super.onWake();
        int slot = (int) state().startCount - 1;
        state().abortVarsSeenPerWake.add("unset");
        abortSignal().onAbort(() -> {
            vars.isStopping = true;
            state().abortVarsSeenPerWake.set(slot, "object");
        });
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.send("{\"type\":\"connected\"}");
    }

    @Override
    protected void onSleep(StopReason reason) throws Exception {
        super.onSleep(reason);
        for (int i = 0; i < 5; i++) {
            sleep(Duration.ZERO);
        }
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
