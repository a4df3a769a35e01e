package rivet.test.driver.sleep;

import java.util.ArrayList;
import java.util.List;

import rivet.actor.Action;
import rivet.actor.Input;
import rivet.actor.WebSocket;

/** Keeps its sockets, to say farewell to them. */
abstract class FarewellActor extends CountingActor<Counts> {

    private final List<WebSocket> sockets = new ArrayList<>();

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        sockets.add(socket);
        socket.onClose((code, reason) -> sockets.remove(socket));
        socket.send("{\"type\":\"connected\"}");
    }

    void farewell() {
        List.copyOf(sockets).forEach(socket -> socket.send("{\"type\":\"sleeping\",\"sleepCount\":" + state().sleepCount + "}"));
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }
}
