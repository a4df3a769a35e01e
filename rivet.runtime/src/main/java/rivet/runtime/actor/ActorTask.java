package rivet.runtime.actor;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.Durability;
import rivet.error.RivetException;
import rivet.runtime.meter.TaskKind;
import rivet.runtime.turn.Task;

/** A piece of actor code with what belongs to it from its first turn to its last. */
abstract class ActorTask extends Task {

    private static final Logger log = LoggerFactory.getLogger(ActorTask.class);

    private final Optional<Conn> connection;

    // set when the task is submitted, and again if it is moved to another instance before it began
    private volatile Instance instance;

    private Optional<Signal> signal = Optional.empty(); // guarded by this

    /** What led to it. Written before it is submitted. */
    private CallChain cause = CallChain.NONE;
    /** What it is in the chains of its calls; null if it has made none. Made in its turns, ended by it or with its instance. */
    private volatile CallLink link;

    // used by the thread that holds the turn
    boolean sawState;
    RivetException turnFailure;
    private Set<Conn> sawConnections = Set.of();

    /** The first and the last turn that changed something; 0 if none has. Written in turns, read by who tells the caller how it ended. */
    private volatile long firstChange;
    private volatile long lastChange;
    /** A turn of it runs. Written in turns. */
    private volatile boolean inTurn;
    /** How many of its turns changed something that was not handed over to be committed: they were undone. Written in turns. */
    private volatile int undone;

    /** When it was interrupted, in nanoseconds; 0 if it was not. Written by the interrupter, read by the watchdog. */
    volatile long interruptedAt;

    /**
     * Makes a task.
     *
     * @param connection on whose behalf it runs
     */
    ActorTask(String what, Optional<Conn> connection) {
        super(what);
        this.connection = connection;
    }

    /** Returns whether the next instance may do it, if this one ends before it has begun: not so if it is code of this very instance. */
    protected boolean outlivesInstance() {
        return true;
    }

    /** Returns whether it came from outside, so that another instance may as well do it. */
    protected boolean isWork() {
        return false;
    }

    /** Returns whether it is left to the next code if it has not begun when the actor is moved, so that what comes from outside keeps its order. */
    protected boolean isLeftToNext() {
        return isWork();
    }

    /** Returns whether the next instance is to do it: also what came over a connection that has not joined, as nothing else would bring that again. */
    final boolean goesOn() {
        return outlivesInstance() || connection.filter(conn -> conn.hibernation().isPresent() && !conn.visible()).isPresent();
    }

    /** Returns as what it is counted. */
    protected TaskKind kind() {
        return TaskKind.NONE;
    }

    /** Runs the code, in one turn or several. */
    protected abstract void body(Instance running) throws Exception;

    /** Hears what the code threw, in the turn in which it did. */
    protected abstract void failed(Instance running, Throwable thrown);

    /** Hears that nobody waits for the code any more: it did not end when it was told to. */
    protected void cutOff(RivetException reason) {
        // most have nobody to tell
    }

    /** Hears that the code has ignored an interruption by a deadline for as long as it may. Not in a turn. */
    protected void ignoresInterruption(Instance running, RivetException deadline) {
        // the watchdog takes care of instances that have started
    }

    /** Hears that the code will never begin. */
    protected abstract void refused(RivetException reason);

    @Override
    protected final void run() {
        TaskKind kind = kind();
        boolean timed = kind != TaskKind.NONE || instance.cell().happenings().watched();
        long begun = timed ? nanos() : 0;
        Optional<Throwable> failure = Optional.empty();
        instance.meters().began(kind);
        try {
            body(instance);
            instance.queue().returned(this);
        } catch (Throwable thrown) {
            instance.queue().failed(this);
            failure = Optional.of(thrown);
            report(thrown);
        } finally {
            unlink();
            instance.sql().transactions().taskEnded();
            long took = timed ? nanos() - begun : 0;
            instance.meters().ended(kind, took);
            instance.cell().happenings().ran(this, took, failure);
        }
    }

    /** Returns the time of what is measured. */
    protected final long nanos() {
        return instance.cell().platform().time().nanos();
    }

    private void report(Throwable thrown) {
        try {
            failed(instance, thrown);
        } catch (RuntimeException e) {
            log.error("{} of actor {} ({}): its failure could not be reported", what(), instance.cell().specifier(), instance.cell().typeName(), e);
        }
    }

    /** Its code has got hold of the state of a connection that is stored. */
    final void saw(Conn conn) {
        if (sawConnections.isEmpty()) {
            sawConnections = new LinkedHashSet<>(2);
        }
        sawConnections.add(conn);
    }

    final Set<Conn> sawConnections() {
        return sawConnections;
    }

    final Optional<Conn> connection() {
        return connection;
    }

    /** Notes what led to it, before it is submitted. */
    final void causedBy(CallChain chain) {
        cause = chain;
    }

    /** Returns what led to it. */
    final CallChain cause() {
        return cause;
    }

    /** Returns what it is in the chains of its calls; in its turns. */
    final CallLink link() {
        if (link == null) {
            link = new CallLink(instance.cell(), this);
        }
        return link;
    }

    /** It is not at work any more, or nobody counts on it. */
    final void unlink() {
        CallLink made = link;
        if (made != null) {
            made.end();
        }
    }

    /** Returns the signal that tells the code of this task to come to an end. */
    final synchronized Signal signal() {
        if (signal.isEmpty()) {
            signal = Optional.of(instance.newSignal());
        }
        return signal.get();
    }

    /** Gives the signal, if anybody asked for it. */
    final synchronized void abort() {
        signal.ifPresent(Signal::give);
    }

    /** A turn of this task begins. */
    final void turnBegins() {
        inTurn = true;
    }

    /** It has ended, and what it changed was handed over. */
    final void turnEnded() {
        inTurn = false;
    }

    /** Returns whether a turn of it runs, of whose changes nobody knows. */
    final boolean inTurn() {
        return inTurn;
    }

    /** A turn of this task is about to hand changes over; {@link #handedOver} follows, unless they cannot be kept. */
    final void handsOver() {
        undone = undone + 1;
    }

    /** What the turn was about to hand over is on its way to the disk. */
    final void handedOver() {
        undone = undone - 1;
    }

    /** A turn of this task came to nothing at its end. */
    final void turnUndone() {
        undone = undone + 1;
    }

    /** A turn of this task has handed changes over. */
    final void changedIn(long turn) {
        if (firstChange == 0) {
            firstChange = turn;
        }
        lastChange = turn;
    }

    /**
     * Returns whether what this task changed was kept: yes, no or unknown, which is also said of a part.
     *
     * @param failed whether that is asked because a commit failed, which no later one follows
     */
    final String kept(boolean failed) {
        if (instance.durability() == Durability.INTERVAL) {
            return "unknown"; // what a turn changed is saved some time after it
        }
        if (firstChange == 0) {
            return "no";
        }
        if (undone == 0 && instance.settlement().isDurable(lastChange)) {
            return "yes";
        }
        return failed && !instance.settlement().isDurable(firstChange) ? "no" : "unknown";
    }

    final void moveTo(Instance next) {
        instance = next;
    }
}
