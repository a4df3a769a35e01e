package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import rivet.actor.Cron;
import rivet.actor.FireInfo;
import rivet.actor.Schedule;
import rivet.error.ErrorCode;
import rivet.runtime.schedule.Calls;
import rivet.runtime.schedule.DueTimer;
import rivet.runtime.schedule.Jobs;
import rivet.runtime.schedule.Runs;
import rivet.runtime.schedule.Schedules;
import rivet.runtime.schedule.Surroundings;
import rivet.runtime.turn.Parking;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.Transaction;

/**
 * Lets an instance do what is due of its schedules: from when it is ready until it is told to stop (R-start-11, R-stop-12). What is due is a task of its own each, so that
 * the actor is not idle before all of it has ended.
 * <p>
 * But for the three that say otherwise, used by the thread that holds the turn.
 */
final class Firing implements Surroundings {

    private final Instance instance;
    private final Schedules schedules;
    private final DueTimer timer;
    private final Calls calls;
    private final Jobs jobs;
    /** A turn that looks for what is due is on its way. */
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile boolean open;
    /** There was something at the end of the latest turn. */
    private volatile boolean any;
    private volatile boolean cutOff;

    Firing(Instance instance) {
        this.instance = instance;
        schedules = new Schedules(instance.cell().specifier().toString(), instance.cell().platform().time().clock());
        timer = new DueTimer(instance.cell().platform().time(), this::look,
            () -> instance.submitUnlimited(new PlatformTask("clock", running -> schedules.clockWasSet())));
        calls = new Calls(schedules, this);
        jobs = new Jobs(schedules, this);
    }

    Schedules schedules() {
        return schedules;
    }

    Schedule calls() {
        return calls;
    }

    Cron jobs() {
        return jobs;
    }

    /**
     * The instance is ready. From any thread: the turn of the start may not have ended yet. Of this and its {@link #kept} each writes what the other reads next, so
     * that at least one sees to what is scheduled.
     *
     * @return what {@link Inbox#offerAgain} does; empty if nothing is scheduled
     */
    Optional<Runnable> begin() {
        open = true;
        return any && looking.compareAndSet(false, true) ? instance.inbox().offerAgain(dispatch()) : Optional.empty();
    }

    /** Something is due. From any thread. */
    void look() {
        if (looking.compareAndSet(false, true)) {
            instance.submitUnlimited(dispatch());
        }
    }

    private PlatformTask dispatch() {
        return new PlatformTask("due schedules", running -> {
            looking.set(false);
            if (open) {
                schedules.runs().take().forEach(this::begin);
            }
        });
    }

    /** One that an instance before had to be left behind for has failed: it would end this one in the same way. */
    private void begin(Runs.Due due) {
        ScheduledTask task = instance.cell().leftBehind().remove(due.id()) ? new ScheduledTask(this, due, ErrorCode.ACTOR_ACTION_TIMED_OUT.error())
            : new ScheduledTask(this, due);
        instance.inbox().offerAgain(task).ifPresent(Runnable::run);
    }

    /** What is stored was taken over. */
    void loaded() {
        any = !schedules.isEmpty();
    }

    /** The turn's changes were handed over; returns whether there was anything, as most actors schedule nothing. */
    boolean kept() {
        if (!any && schedules.isEmpty() && !schedules.hasChanges()) {
            return false;
        }
        schedules.kept();
        loaded();
        if (open) {
            timer.await(schedules.runs().next());
        }
        return true;
    }

    /** Nothing more is begun. From any thread. */
    void suspend() {
        open = false;
        timer.close();
    }

    /** What goes on from now on and fails does so because it was cut off: it is begun again by the next instance. From any thread. */
    void cutOff() {
        suspend();
        cutOff = true;
    }

    boolean isCutOff() {
        return cutOff || !instance.alive();
    }

    /** Returns whether a task runs and waits for nothing. From any thread. */
    boolean holdsTurn(ScheduledTask task) {
        return instance.turns().running().filter(turn -> turn.task() == task).isPresent();
    }

    /** The action of a call never ended. From any thread. */
    void leftBehind(String id) {
        instance.cell().leftBehind().add(id);
    }

    // ------------------------------------------------------------------ Surroundings

    @Override
    public void check(String operation) {
        instance.check(operation);
    }

    @Override
    public String newId() {
        return instance.cell().platform().connectionIds().get();
    }

    @Override
    public List<Object> plain(Object... args) {
        List<Object> plain = new ArrayList<>(args.length);
        for (Object arg : args) {
            plain.add(instance.code().mapper().toPlain(arg));
        }
        return plain;
    }

    @Override
    public int most() {
        return instance.code().options().maxSchedules();
    }

    @Override
    public Result read(Supplier<List<Statement>> before, Statement query) {
        Optional<CompletionStage<Result>> inLong = instance.sql().transactions().readInLong(query);
        if (inLong.isPresent()) {
            return result(inLong.get());
        }
        instance.sql().transactions().requireFree(); // or it would wait for what may wait for this
        Transaction transaction = instance.scope().open();
        before.get().forEach(statement -> result(transaction.execute(statement)));
        return result(transaction.execute(query));
    }

    /** No await point, as little as the author's own statements. */
    private static Result result(CompletionStage<Result> stage) {
        Parking.untilDone(stage);
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw ErrorCode.ACTOR_STORAGE_FAILED.error("committed", "no").withCause(Failures.unwrap(e));
        }
    }

    @Override
    public Optional<FireInfo> current() {
        return instance.scope().task() instanceof ScheduledTask task ? task.info() : Optional.empty();
    }
}
