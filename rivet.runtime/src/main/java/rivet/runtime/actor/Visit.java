package rivet.runtime.actor;

import java.util.List;
import java.util.Optional;

import rivet.actor.ConnectionRequest;
import rivet.actor.Request;
import rivet.spi.engine.HttpReply;

/** An HTTP request to an actor, which is a connection of its own for as long as it takes. What it is answered with hears of a refusal as well. */
public final class Visit {

    private final Cell cell;
    private final Conn conn;

    /**
     * Makes a visit; one call of a method follows.
     *
     * @param request as its connection shows it
     * @param params plain value; null if the client gave none
     */
    public Visit(Cell cell, ConnectionRequest request, Object params) {
        this.cell = cell;
        conn = new Conn(cell.platform().connectionIds().get(), request, params, Optional.empty());
    }

    /** Calls an action. */
    public void call(String action, List<Object> arguments, ActionReply reply) {
        admit(new ActionTask(action, arguments, Optional.of(conn), true, reply));
    }

    /**
     * Has the request answered by the actor's own code.
     *
     * @param content the request as that code sees it
     */
    public void fetch(Request content, CallReply<HttpReply> reply) {
        admit(new RawRequestTask(content, conn, reply));
    }

    /** Puts a message into the queue. */
    public void post(QueueSend message, QueueReply reply) {
        admit(new QueueSendTask(message, conn, reply));
    }

    private void admit(CallTask<?> task) {
        if (cell.platform().chains().admits(cell, task)) {
            task.watch(cell);
            cell.admitOrRefuse(task);
        }
    }
}
