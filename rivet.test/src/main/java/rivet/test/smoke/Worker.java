package rivet.test.smoke;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;

/** The {@code worker} of the smoke suite: takes messages in its run handler. */
@ActorType(value = "worker", queues = { "jobs", "tasks", "silent", "locked" })
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Worker extends Actor<Worker.State> {

    /** What it did. */
    public static final class State {

        /** The messages, in order. */
        public List<Seen> seen = new ArrayList<>();
    }

    /** A message. */
    public record Seen(String name, Object body) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected boolean canPublish(String queue, Connection connection) {
        return !queue.equals("locked");
    }

    @Override
    protected void run() {
        for (QueueMessage message : queue().messages(Receive.from("jobs", "tasks").withCompletion())) {
            Object body = message.body(Object.class);
            state().seen.add(new Seen(message.name(), body));
            if (message.name().equals("tasks") && !(body instanceof Map<?, ?> wish && Boolean.TRUE.equals(wish.get("noReply")))) {
                message.complete(Collections.singletonMap("echoed", body));
            } else {
                message.complete();
            }
        }
    }

    /** Returns what it took. */
    @Action
    public List<Seen> seen() {
        return state().seen;
    }
}
