package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.NotAdmittedException;

/**
 * Where one generation of an actor stands, and which instance of its code is at work.
 * <p>
 * Invariants, under {@code this}: there is an {@code instance} in phases RUNNING, MOVING and STOPPING (unless it failed in the last); {@code held} has work in phases MOVING
 * and RESTARTING only (and in RUNNING until the failure of an instance is heard of, or until it is known whether the actor is to be destroyed); the phases are passed in order, but for RUNNING, MOVING and RESTARTING, which
 * alternate;
 * {@code launching} ends when the latest start or restart has, either way. Nothing foreign is called under the lock but the instance's turn lock, whose mutex is
 * always taken last.
 */
final class Life {

    private static final Runnable HELD = () -> {
        // the next instance begins it
    };

    /** How a stop finds the generation. */
    enum Stop {

        /** It is the first, and has to be carried out. */
        FIRST,

        /** Another one is under way, or has been. */
        LATER,

        /** A restart or a move has begun since, whose end it has to wait for. */
        AGAIN
    }

    /**
     * An instance that goes on no more.
     *
     * @param last whether none follows, as the generation stops
     * @param unbegun work that ends with it and has not begun
     */
    record Failed(boolean last, List<ActorTask> unbegun) {}

    /**
     * An instance that is to hand over to other code.
     *
     * @param instance it
     * @param left work that it has not begun and that comes again by itself
     */
    record Leaving(Instance instance, List<ActorTask> left) {}

    private final Cell cell;
    private final Held held;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private Phase phase = Phase.STARTING;
    private CompletionStage<Void> launching = started;
    private Optional<Instance> instance = Optional.empty();
    private Optional<Stopping> stopping = Optional.empty();
    /** Whether it is in phase MOVING, for who does not hold the lock. */
    private volatile boolean isMoving;

    Life(Cell cell) {
        this.cell = cell;
        held = new Held(cell.platform().limits().turns().waiting());
    }

    /** Completes when the first instance is ready. */
    CompletableFuture<Void> started() {
        return started;
    }

    /** Completes when nothing is left. */
    CompletableFuture<Void> stopped() {
        return stopped;
    }

    /** Returns whether an instance is at work that is not to come to its end. */
    synchronized boolean isRunning() {
        return phase == Phase.RUNNING && instance.filter(Instance::alive).isPresent() && !cell.intents().destroys();
    }

    synchronized Optional<Instance> instance() {
        return instance;
    }

    /** Returns what ends when the latest start or restart has, either way. */
    synchronized CompletionStage<Void> launching() {
        return launching;
    }

    /**
     * Checks that the actor has been started.
     *
     * @throws RivetException {@code actor.starting} in a start hook
     */
    synchronized void checkStarted() {
        if (phase == Phase.STARTING || phase == Phase.RESTARTING) {
            throw ErrorCode.ACTOR_STARTING.error().withActor(cell.specifier());
        }
    }

    /**
     * An instance is ready: its run handler comes first, then what was held (R-start-1, R-start-2). Returns what the caller is to run.
     *
     * @param first goes before what was held
     */
    synchronized List<Runnable> running(Instance next, List<ActorTask> first) {
        List<Runnable> work = new ArrayList<>();
        instance = Optional.of(next);
        phase = Phase.RUNNING;
        next.meters().started();
        next.offerRun().ifPresent(work::add);
        next.firing().begin().ifPresent(work::add);
        first.forEach(task -> next.inbox().offerAgain(task).ifPresent(work::add));
        held.take().forEach(task -> work.add(offerAgain(next, task)));
        return work;
    }

    private Runnable offerAgain(Instance next, ActorTask task) {
        try {
            Optional<Runnable> begin = next.inbox().offerAgain(task);
            if (begin.isEmpty()) {
                held.takeOver(task); // it has failed already: what follows restarts it again
            }
            return begin.orElse(HELD);
        } catch (RivetException e) {
            return () -> task.refused(e);
        }
    }

    /**
     * Ends an instance; another one follows unless the generation stops, and goes on with the work that outlives it.
     *
     * @param restarted completes when the other one is ready, or cannot be
     */
    synchronized Failed failed(Instance failed, RivetException reason, CompletionStage<Void> restarted) {
        List<ActorTask> unbegun = new ArrayList<>();
        failed.revoke(reason).forEach(task -> unbegun.add((ActorTask) task));
        boolean current = instance.isPresent() && instance.get() == failed;
        if (current && (phase == Phase.RUNNING || phase == Phase.MOVING)) {
            hold(unbegun);
        }
        boolean last = !current || phase != Phase.RUNNING;
        if (!last) {
            phase = Phase.RESTARTING;
            instance = Optional.empty();
            launching = restarted;
        }
        return new Failed(last, unbegun);
    }

    private void hold(List<ActorTask> unbegun) {
        unbegun.removeIf(task -> {
            boolean goesOn = task.goesOn();
            if (goesOn) {
                held.takeOver(task);
            }
            return goesOn;
        });
    }

    /**
     * The instance is to hand over to other code: what comes from now on, and what has not begun, is for the next.
     *
     * @param moved completes when the next one is ready, or cannot be
     * @return empty if none is at work, or it comes to its end
     */
    synchronized Optional<Leaving> move(CompletionStage<Void> moved) {
        if (!isRunning()) {
            return Optional.empty();
        }
        phase = Phase.MOVING;
        isMoving = true; // before it is looked what waits: it may be this actor that waits for itself
        launching = moved;
        List<ActorTask> left = new ArrayList<>(instance.orElseThrow().inbox().leaveToNext());
        hold(left);
        return Optional.of(new Leaving(instance.orElseThrow(), left));
    }

    /** The instance has nothing under way any more, or what it has is beyond help: it ends. Returns work that ends with it and has not begun. */
    synchronized List<ActorTask> moved(Instance old, RivetException end) {
        List<ActorTask> unbegun = new ArrayList<>();
        old.revoke(end).forEach(task -> unbegun.add((ActorTask) task));
        hold(unbegun);
        phase = Phase.RESTARTING;
        isMoving = false;
        instance = Optional.empty();
        return unbegun;
    }

    /** Returns whether an instance is handing over to other code and has something under way. From any thread, without the lock. */
    boolean isMoving() {
        return isMoving;
    }

    /**
     * The turn that asked for the actor's destruction came to nothing: what was held since goes on. One that restarts for the same reason has it do so later.
     *
     * @param forget makes it so that the actor is not to be destroyed
     */
    void livesOn(Runnable forget) {
        List<Runnable> work = new ArrayList<>();
        synchronized (this) {
            forget.run();
            instance.filter(running -> phase == Phase.RUNNING && running.alive()).ifPresent(running -> held.take().forEach(task -> work.add(offerAgain(running, task))));
        }
        work.forEach(Runnable::run);
    }

    /** Refuses the work that waits for an instance: none comes. */
    void refuseHeld(ErrorCode why) {
        List<ActorTask> work;
        synchronized (this) {
            work = held.take();
        }
        work.forEach(task -> task.refused(why.error().withActor(cell.specifier())));
    }

    /**
     * Lets work in. Returns what the caller is to run, without the lock: the turn needs it as well.
     *
     * @throws NotAdmittedException if the generation takes none; nothing has begun
     * @throws RivetException {@code actor.overloaded}
     */
    synchronized Runnable letIn(ActorTask task) {
        boolean destroys = cell.intents().destroys();
        if (phase == Phase.RUNNING && destroys && !cell.intents().destroysForGood() && task.goesOn()) {
            held.add(task); // the engine would wait with it for an end that may not come
            return HELD;
        }
        if (phase == Phase.RUNNING && !destroys) {
            Optional<Runnable> begin = instance.orElseThrow().inbox().offer(task);
            if (begin.isPresent()) {
                return begin.get();
            }
        } else if ((phase == Phase.MOVING || phase == Phase.RESTARTING) && !destroys) {
            Optional<Runnable> begin = task.cause().comesFromMoving() ? instance.flatMap(draining -> draining.inbox().offer(task)) : Optional.empty();
            if (begin.isPresent()) {
                return begin.get();
            }
            if (task.goesOn()) {
                held.add(task);
                return HELD;
            }
        } else if (phase == Phase.STOPPING && !destroys && task.cause().comesFrom(cell)) {
            Optional<Runnable> begin = instance.flatMap(draining -> draining.inbox().offer(task)); // or what it drains would wait for it in vain
            if (begin.isPresent()) {
                return begin.get();
            }
        }
        throw new NotAdmittedException(refusal());
    }

    /** Returns why no work is let in (R-reg-30). */
    private RivetException refusal() {
        ErrorCode why = cell.intents().destroys() ? ErrorCode.ACTOR_DESTROYING : phase == Phase.STARTING ? ErrorCode.ACTOR_STARTING : ErrorCode.ACTOR_STOPPING;
        return why.error().withActor(cell.specifier());
    }

    /**
     * A stop begins.
     *
     * @param seen the start or restart that it has waited for
     */
    synchronized Stop stop(Stopping how, CompletionStage<Void> seen) {
        if ((phase == Phase.MOVING || phase == Phase.RESTARTING) && launching != seen) {
            return Stop.AGAIN;
        }
        if (phase == Phase.STOPPING || phase == Phase.STOPPED) {
            return Stop.LATER;
        }
        phase = Phase.STOPPING;
        stopping = Optional.of(how);
        return Stop.FIRST;
    }

    /** Returns the stop that is under way. */
    synchronized Optional<Stopping> stopping() {
        return phase == Phase.STOPPING ? stopping : Optional.empty();
    }

    /** Nothing is at work any more. */
    synchronized void over() {
        phase = Phase.STOPPED;
        instance = Optional.empty();
    }
}
