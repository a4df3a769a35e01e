package rivet.test.torture;

import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;

/** Does what is to be done later: what comes into its queue, and what it was asked to do in a while. Each of that is a row, once. */
@ActorType(value = "clerk", queues = Clerk.QUEUE, sleepTimeout = 400)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Clerk extends Journal<Clerk.State> {

    static final String QUEUE = "jobs";

    /** How much was done. */
    @ImmutableState
    public record State(long count) {}

    /** A message. */
    public record Job(int round, String op) {}

    /** What was done by the state and in truth, and what is still to be done. */
    public record Totals(long count, long rows, int open) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    @Override
    protected void run() {
        for (QueueMessage message : queue().messages(Receive.from(QUEUE).withCompletion())) {
            Job job = message.body(Job.class);
            fired(job.round(), job.op());
            message.complete(job.op());
        }
    }

    /** Has something done later. */
    @Action
    public void plan(int round, String op, long ms) {
        schedule().after(Duration.ofMillis(ms), "fired", round, op);
    }

    /** Sends itself a message. */
    @Action
    public void note(int round, String op) {
        queue().send(QUEUE, new Job(round, op));
    }

    /** Writes a row, and tells it. */
    @Action
    public void fired(int round, String op) {
        write(round, op);
        updateState(s -> new State(s.count() + 1));
        broadcast("done", op, state().count());
    }

    /** Returns how much there is. */
    @Action
    public Totals totals() {
        return new Totals(state().count(), rows(), queue().size() + schedule().list().size());
    }
}
