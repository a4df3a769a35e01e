package rivet.test.driver.queue;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.QueueMessage;

/** Lets clients send to one of its queues, and not to the other. */
@ActorType(value = "accessControlActor", queues = { "allowedQueue", "blockedQueue" })
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class AccessControlActor extends Actor<AccessControlActor.State> {

    /** Who asked last. */
    public static final class State {

        /** Its connection. */
        public String lastCanPublishConnId = "";
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected boolean canPublish(String queue, Connection connection) {
        state().lastCanPublishConnId = connection.id();
        return queue.equals("allowedQueue");
    }

    /** Needs no permission. */
    @Action
    public String allowedAction(String value) {
        return "allowed:" + value;
    }

    /** Returns who asked last. */
    @Action
    public String allowedGetLastCanPublishConnId() {
        return state().lastCanPublishConnId;
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
}
