package rivet.engine.actor;

import java.util.ArrayDeque;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of one state machine, one at a time, and what each of them sets off.
 * <p>
 * Invariant: a change runs under the lock and calls nobody; what it sets off runs without the lock, in the order of the changes, one
 * after another, by whichever thread is there. What was set off may change the machine again: that is queued, never nested.
 */
final class Transitions {

    private static final Logger LOG = LoggerFactory.getLogger(Transitions.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Runnable settled;
    // guarded by lock: running while some thread runs effects; it runs those that are added meanwhile
    private final ArrayDeque<Runnable> effects = new ArrayDeque<>(4);
    private boolean running;
    private int awaited;

    /**
     * Makes the changes of a machine.
     *
     * @param settled is called as a change whenever nothing that was set off is left
     */
    Transitions(Runnable settled) {
        this.settled = settled;
    }

    /** Makes a change and returns what it returns. */
    boolean change(BooleanSupplier change) {
        boolean answer;
        lock.lock();
        try {
            answer = change.getAsBoolean();
            if (running) {
                return answer;
            }
            running = prepared();
            if (!running) {
                return answer;
            }
        } finally {
            lock.unlock();
        }
        for (Runnable effect = next(); effect != null; effect = next()) {
            run(effect);
        }
        return answer;
    }

    /** Makes a change. */
    void change(Runnable change) {
        change(() -> {
            change.run();
            return true;
        });
    }

    /** Sets something off; for a change. */
    void then(Runnable effect) {
        effects.add(effect);
    }

    /**
     * Waits for a stage, whose end is a change; for a change.
     *
     * @param ended gets the failure, or null
     */
    void await(CompletionStage<?> stage, Consumer<Throwable> ended) {
        awaited++;
        effects.add(() -> stage.whenComplete((done, failure) -> change(() -> {
            awaited--;
            ended.accept(failure);
        })));
    }

    /** Returns whether nothing is under way; for a change. */
    boolean quiet() {
        return awaited == 0 && effects.isEmpty();
    }

    private boolean prepared() {
        if (effects.isEmpty()) {
            settled.run();
        }
        return !effects.isEmpty();
    }

    private Runnable next() {
        lock.lock();
        try {
            running = prepared();
            return effects.poll();
        } finally {
            lock.unlock();
        }
    }

    private static void run(Runnable effect) {
        try {
            effect.run();
        } catch (Throwable e) {
            // whatever it is, what waits behind it must still run, or the actor hangs for good
            LOG.error("Unexpected failure in what a change of an actor's state set off", e);
        }
    }
}
