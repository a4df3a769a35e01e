package rivet.engine.actor;

import java.time.InstantSource;
import java.util.concurrent.ScheduledExecutorService;

import rivet.engine.directory.Directory;
import rivet.spi.engine.Hosting;

/** What the cells of all actors share, and the cells. */
final class Shared implements Surroundings {

    private final Directory directory;
    private final InstantSource clock;
    private final ScheduledExecutorService timer;
    private final Limits limits;
    private final Cells cells;
    private final AlarmQueue alarms;
    private final Hibernation hibernation;
    /** Set before anything else happens. */
    private volatile Hosting hosting;

    Shared(Directory directory, InstantSource clock, ScheduledExecutorService timer, Limits limits) {
        this.directory = directory;
        this.clock = clock;
        this.timer = timer;
        this.limits = limits;
        this.cells = new Cells(this);
        this.hibernation = new Hibernation(this, cells, limits.wakesPerSecond());
        this.alarms = new AlarmQueue(directory.actors(), clock, timer, limits.wakesPerSecond(), id -> cells.with(id, ActorCell::look));
    }

    void attached(Hosting runtime) {
        hosting = runtime;
    }

    Cells cells() {
        return cells;
    }

    @Override
    public Directory directory() {
        return directory;
    }

    @Override
    public Hosting hosting() {
        return hosting;
    }

    @Override
    public InstantSource clock() {
        return clock;
    }

    @Override
    public ScheduledExecutorService timer() {
        return timer;
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public AlarmQueue alarms() {
        return alarms;
    }

    @Override
    public Hibernation hibernation() {
        return hibernation;
    }

    @Override
    public void idle(ActorCell cell) {
        cells.idle(cell);
    }

    @Override
    public void busy(ActorCell cell) {
        cells.busy(cell);
    }

    @Override
    public void gone(ActorCell cell) {
        cells.gone(cell);
    }
}
