package rivet.engine.actor;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

import rivet.engine.directory.ActorTable;
import rivet.engine.directory.Directory;
import rivet.spi.engine.Hosting;

/** What the cells of all actors share. */
interface Surroundings {

    Directory directory();

    Hosting hosting();

    InstantSource clock();

    ScheduledExecutorService timer();

    Limits limits();

    AlarmQueue alarms();

    Hibernation hibernation();

    /** An actor sleeps with nothing left to do: it may be forgotten. Without locks. */
    void idle(ActorCell cell);

    /** An actor has something to do again. Without locks. */
    void busy(ActorCell cell);

    /** An actor is destroyed and its key is free. Without locks. */
    void gone(ActorCell cell);

    default ActorTable table() {
        return directory().actors();
    }

    default long now() {
        return clock().millis();
    }
}
