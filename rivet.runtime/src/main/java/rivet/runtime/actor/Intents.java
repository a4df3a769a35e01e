package rivet.runtime.actor;

import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Output;
import rivet.spi.engine.Engine;
import rivet.spi.engine.StopCause;

/**
 * What a generation asked its engine for: to sleep, to be destroyed (R-stop-1 to R-stop-5). What its code asks for leaves with the turn in which it did.
 * <p>
 * Invariant, under {@code this}: each is told to the engine once at most, unless the turn that asked for it came to nothing.
 */
final class Intents {

    private final Cell cell;
    private final Engine engine;
    private boolean sleep;
    private boolean destroy;
    /** The engine knows of it, or wants it itself. */
    private boolean sleepTold;
    private boolean destroyTold;

    Intents(Cell cell, Engine engine) {
        this.cell = cell;
        this.engine = engine;
    }

    /** Returns whether the actor is to be destroyed: no new work begins. */
    synchronized boolean destroys() {
        return destroy;
    }

    /** Returns whether that is for good: the turn in which code asked for it did not come to nothing. */
    synchronized boolean destroysForGood() {
        return destroyTold;
    }

    /** The engine destroys the actor. */
    synchronized void destroyed() {
        destroy = true;
        destroyTold = true;
    }

    /** An instance was let go: what it asked for in a turn that never ended is forgotten, or the next would wait for an end that nobody knows of. */
    synchronized void instanceEnded() {
        sleep = sleepTold;
        destroy = destroyTold;
    }

    /** The actor has been idle for long enough. */
    void idle() {
        if (takeSleep()) {
            sendSleep();
        }
    }

    private synchronized boolean takeSleep() {
        boolean first = !sleep && !destroy;
        sleep = true;
        return first;
    }

    private void sendSleep() {
        synchronized (this) {
            sleep = true;
            sleepTold = true;
        }
        engine.intendSleep(cell.start().actorId(), cell.start().generation());
    }

    /** Code of the actor asks for sleep, in a turn of the instance. */
    void sleep(Instance instance) {
        cell.life().checkStarted();
        synchronized (this) {
            if (destroy) {
                throw ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier());
            }
        }
        if (takeSleep()) {
            instance.scope().saved(new Wish(this::sendSleep, this::forgetSleep));
        }
    }

    private synchronized void forgetSleep() {
        sleep = false;
    }

    /** Code of the actor asks for its destruction, in a turn of the instance. */
    void destroy(Instance instance) {
        cell.life().checkStarted();
        synchronized (this) {
            if (destroy) {
                throw ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier());
            }
            destroy = true;
        }
        instance.scope().saved(new Wish(this::sendDestroy, () -> cell.life().livesOn(this::forgetDestruction)));
    }

    private synchronized void forgetDestruction() {
        destroy = false;
    }

    private void sendDestroy() {
        destroyed();
        cell.life().refuseHeld(ErrorCode.ACTOR_DESTROYING);
        engine.intendStop(cell.start().actorId(), cell.start().generation(), Optional.empty());
        cell.escalate(StopCause.STOP_INTENT);
    }

    /** A wish on its way out. */
    private final class Wish implements Output {

        private final Runnable send;
        private final Runnable takeBack;

        Wish(Runnable send, Runnable takeBack) {
            this.send = send;
            this.takeBack = takeBack;
        }

        @Override
        public void release() {
            send.run();
        }

        @Override
        public void fail(RivetException error) {
            takeBack.run();
        }
    }
}
