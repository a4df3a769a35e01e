package rivet.test.driver.access;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.QueueMessage;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.actor.WebSocket;
import rivet.error.ErrorCode;

/** Lets clients send to one of its queues and hear one of its events, and not the others; whoever says that he is not allowed in, is not. */
@ActorType(value = "accessControlActor", queues = { "allowedQueue", "blockedQueue" })
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class AccessControlActor extends Actor<AccessControlActor.State> {

    private static final String BLOCKED_EVENT = "blockedEvent";

    /** Who asked last. */
    public static final class State {

        /** The connection that wanted to send. */
        public String lastCanPublishConnId = "";
        /** The connection that wanted to hear. */
        public String lastCanSubscribeConnId = "";
    }

    /** What a client says of itself; null where it does not. */
    public record Params(Boolean allowRequest, Boolean allowWebSocket) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onBeforeConnect(Connection connection) {
        Params params = connection.paramsOr(Params.class, new Params(null, null));
        if (Boolean.FALSE.equals(params.allowRequest()) || Boolean.FALSE.equals(params.allowWebSocket())) {
            throw ErrorCode.AUTH_FORBIDDEN.error();
        }
    }

    @Override
    protected boolean canPublish(String queue, Connection connection) {
        state().lastCanPublishConnId = connection.id();
        return queue.equals("allowedQueue");
    }

    @Override
    protected boolean canSubscribe(Connection connection, String event) {
        if (event.equals("allowedEvent") || event.equals(BLOCKED_EVENT)) {
            state().lastCanSubscribeConnId = connection.id();
        }
        return !event.equals(BLOCKED_EVENT);
    }

    @Override
    protected Response onRequest(Request request) {
        return request.path().equals("/status") ? Response.json(Map.of("ok", true)) : Response.of(404);
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.send("{\"type\":\"welcome\"}");
    }

    /** Needs no permission. */
    @Action
    public String allowedAction(String value) {
        return "allowed:" + value;
    }

    /** Returns the connection that wanted to send last. */
    @Action
    public String allowedGetLastCanPublishConnId() {
        return state().lastCanPublishConnId;
    }

    /** Returns the connection that wanted to hear last. */
    @Action
    public String allowedGetLastCanSubscribeConnId() {
        return state().lastCanSubscribeConnId;
    }

    /** Returns the body of a message of the one queue, or null. */
    @Action
    public Object allowedReceiveQueue() {
        return queue().tryNext("allowedQueue").map(AccessControlActor::body).orElse(null);
    }

    /** Returns the body of a message of any queue, or null. */
    @Action
    public Object allowedReceiveAnyQueue() {
        return queue().tryNext().map(AccessControlActor::body).orElse(null);
    }

    private static Object body(QueueMessage message) {
        return message.body(Object.class);
    }

    /** Tells what may be heard. */
    @Action
    public void allowedBroadcastAllowedEvent(Object value) {
        tell("allowedEvent", value);
    }

    /** Tells what may not be heard. */
    @Action
    public void allowedBroadcastBlockedEvent(Object value) {
        tell(BLOCKED_EVENT, value);
    }

    /** Tells what nobody said anything about. */
    @Action
    public void allowedBroadcastUndefinedEvent(Object value) {
        tell("undefinedEvent", value);
    }

    /** A value. */
    public record Told(Object value) {}

    private void tell(String event, Object value) {
        broadcast(event, new Told(value));
    }
}
