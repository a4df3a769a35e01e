package rivet.engine.actor;

import java.util.Optional;

import rivet.engine.directory.ActorRow;
import rivet.spi.engine.ActorRecord;
import rivet.spi.engine.StopCause;

/** Where an actor stands. Belongs to the transitions of its cell. */
final class Life {

    enum Phase { SLEEPING, STARTING, RUNNING, STOPPING, DELETING, GONE }

    ActorRow row;
    Phase phase;
    /** The latest generation, raised or being raised. */
    int generation;
    long runningSince;
    /** What the generation is to be stopped for as soon as it runs; null for nothing. */
    StopCause stopFor;
    /** Why the generation is given up as crashed. */
    Optional<String> crash = Optional.empty();
    /** It is to be started without anybody waiting. */
    boolean wake;
    /** The engine goes down: no more steps. */
    boolean closed;

    Life(ActorRow row) {
        this.row = row;
        this.generation = row.generation();
        this.phase = row.goneTs() == 0 ? Phase.SLEEPING : Phase.GONE;
    }

    boolean is(Phase one) {
        return phase == one;
    }

    /** Returns whether this generation is the latest and has not ended. */
    boolean lives(int number) {
        return number == generation && (phase == Phase.STARTING || phase == Phase.RUNNING || phase == Phase.STOPPING);
    }

    boolean condemned() {
        return !row.living();
    }

    ActorRecord.Status status() {
        return switch (phase) {
            case SLEEPING -> condemned() ? ActorRecord.Status.STOPPING : ActorRecord.Status.SLEEPING;
            case STARTING -> ActorRecord.Status.STARTING;
            case RUNNING -> ActorRecord.Status.RUNNING;
            case STOPPING, DELETING -> ActorRecord.Status.STOPPING;
            case GONE -> ActorRecord.Status.DESTROYED;
        };
    }
}
