package rivet.runtime.actor;

import rivet.runtime.meter.TypeMeters;
import rivet.runtime.time.Time;

/** How long a launch takes, in its phases; used by one stage of it after the other. */
final class Startup {

    private final Time time;
    private final TypeMeters meters;
    private final long begun;
    private long phase;
    private boolean isNew;

    Startup(Time time, TypeMeters meters) {
        this.time = time;
        this.meters = meters;
        begun = time.nanos();
        phase = begun;
    }

    void loaded(boolean never) {
        isNew = never;
        next("load_persisted", true);
    }

    void ran(boolean ok) {
        next("runtime_preamble", ok);
    }

    void ended(boolean ok) {
        meters.startup("total", isNew, ok, time.nanos() - begun);
    }

    private void next(String name, boolean ok) {
        long now = time.nanos();
        meters.startup(name, isNew, ok, now - phase);
        phase = now;
    }
}
