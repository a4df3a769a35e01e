package rivet.test.sim;

import java.util.Optional;

import rivet.actor.Durability;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;

/** An actor that does what comes into its queue as well; public for the mapper. */
public final class SimWorker extends SimActor {

    /** What a message says. */
    public static final class Work {

        /** The op. */
        public long id;

        /** Its script. */
        public String script;
    }

    SimWorker(SimNode node, boolean bad) {
        super(node, Durability.TURN, bad);
    }

    @Override
    protected void run() throws Exception {
        for (;;) {
            Receive how = Receive.from(QUEUE);
            Optional<QueueMessage> next = queue().next(node().process().scheduler().random(2) == 0 ? how.withCompletion() : how);
            if (next.isPresent()) {
                deal(next.get());
            }
        }
    }

    private void deal(QueueMessage message) throws Exception {
        Work work = message.body(Work.class);
        Object done = attempt(work.id, work.script);
        if (message.completable()) {
            message.complete(done);
        }
    }
}
