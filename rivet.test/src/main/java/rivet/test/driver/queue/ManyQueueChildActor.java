package rivet.test.driver.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;

/** Deals with the messages of many queues in its run handler. */
@ActorType(value = "manyQueueChildActor", queues = {
        "cmd.0", "cmd.1", "cmd.2", "cmd.3", "cmd.4", "cmd.5", "cmd.6", "cmd.7", "cmd.8", "cmd.9", "cmd.10", "cmd.11",
        "cmd.12", "cmd.13", "cmd.14", "cmd.15", "cmd.16", "cmd.17", "cmd.18", "cmd.19", "cmd.20", "cmd.21", "cmd.22",
        "cmd.23", "cmd.24", "cmd.25", "cmd.26", "cmd.27", "cmd.28", "cmd.29", "cmd.30", "cmd.31" })
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ManyQueueChildActor extends Actor<ManyQueueChildActor.State> {

    /** What it did. */
    public static final class State {

        /** Who it is. */
        public String label = "";
        /** Whether the run handler began. */
        public boolean started;
        /** Names of the messages it completed. */
        public List<String> processed = new ArrayList<>();
    }

    /** A sign of life. */
    public record Pong(String label, boolean pong) {}

    @Override
    protected State createState(Input input) {
        State state = new State();
        state.label = input.asOr(String.class, "");
        return state;
    }

    @Override
    protected void run() {
        state().started = true;
        for (QueueMessage message : queue().messages(Receive.any().withCompletion())) {
            state().processed.add(message.name());
            message.complete(Map.of("ok", true, "index", message.body(Map.class).get("index")));
        }
    }

    /** Gives a sign of life. */
    @Action
    public Pong ping() {
        return new Pong(state().label, true);
    }

    /** Returns the state. */
    @Action
    public State getSnapshot() {
        return state();
    }
}
