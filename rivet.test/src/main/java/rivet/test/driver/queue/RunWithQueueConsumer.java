package rivet.test.driver.queue;

import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.QueueMessage;

/** Takes messages in its run handler until it is told to stop. */
@ActorType(value = "runWithQueueConsumer", sleepTimeout = 1_000, queues = "messages")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RunWithQueueConsumer extends Actor<RunWithQueueConsumer.State> {

    /** What it did. */
    public static final class State {

        /** What it received. */
        public List<Message> messagesReceived = new ArrayList<>();
        /** Whether the run handler began. */
        public boolean runStarted;
        /** Starts. */
        public long wakeCount;
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() {
        state().wakeCount++;
    }

    @Override
    protected void run() {
        state().runStarted = true;
        for (QueueMessage message : queue().messages("messages")) {
            state().messagesReceived.add(Message.of(message));
        }
    }

    /** Returns the state. */
    @Action
    public State getState() {
        return state();
    }

    /** Sends a message to this actor. */
    @Action
    public boolean sendMessage(Object body) {
        queue().send("messages", body);
        return true;
    }
}
