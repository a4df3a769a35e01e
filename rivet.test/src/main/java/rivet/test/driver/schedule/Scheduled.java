package rivet.test.driver.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.FireInfo;
import rivet.actor.Input;

/** Calls itself later, once or again and again. */
@ActorType("scheduled")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Scheduled extends Actor<Scheduled.State> {

    /** What was done. */
    public static final class State {

        /** When the last call took place, or 0. */
        public long lastRun;
        /** How many did. */
        public long scheduledCount;
        /** The tasks with an id, in order. */
        public List<Object> taskHistory = new ArrayList<>();
    }

    /** What is told of a call. */
    public record Told(long time, long count) {}

    /** What is told of a call with an id. */
    public record ToldWithId(Object taskId, long time, long count) {}

    /** A call that is to come. */
    public record Task(Object taskId, long scheduledFor) {}

    /** What a job's action was told of its run. */
    public record Fired(String kind, String id, String name, int attempt) {}

    private final List<Fired> fired = new ArrayList<>();

    @Override
    protected State createState(Input input) {
        return new State();
    }

    /** Calls {@code onScheduledTask} at a time. */
    @Action
    public long scheduleTaskAt(long epochMs) {
        schedule().at(Instant.ofEpochMilli(epochMs), "onScheduledTask");
        return epochMs;
    }

    /** Calls {@code onScheduledTask} after some milliseconds; returns when that will be. */
    @Action
    public long scheduleTaskAfter(long ms) {
        schedule().after(Duration.ofMillis(ms), "onScheduledTask");
        return clock().millis() + ms;
    }

    /** Does so too. */
    @Action
    public long scheduleTask(long ms) {
        return scheduleTaskAfter(ms);
    }

    /** Calls {@code onScheduledTaskWithId} after some milliseconds. */
    @Action
    public Task scheduleTaskAfterWithId(Object id, long ms) {
        schedule().after(Duration.ofMillis(ms), "onScheduledTaskWithId", id);
        return new Task(id, clock().millis() + ms);
    }

    /** What the schedule calls. */
    @Action
    public void onScheduledTask() {
        count();
        broadcast("scheduled", new Told(state().lastRun, state().scheduledCount));
    }

    /** What the schedule calls with an id. */
    @Action
    public void onScheduledTaskWithId(Object id) {
        count();
        state().taskHistory.add(id);
        broadcast("scheduledWithId", new ToldWithId(id, state().lastRun, state().scheduledCount));
    }

    private void count() {
        state().lastRun = clock().millis();
        state().scheduledCount++;
    }

    /** Returns when the last call took place. */
    @Action
    public long getLastRun() {
        return state().lastRun;
    }

    /** Returns how many calls took place. */
    @Action
    public long getScheduledCount() {
        return state().scheduledCount;
    }

    /** Returns the ids of the calls that took place. */
    @Action
    public List<Object> getTaskHistory() {
        return state().taskHistory;
    }

    /** Forgets everything. */
    @Action
    public boolean clearHistory() {
        state().taskHistory.clear();
        state().scheduledCount = 0;
        state().lastRun = 0;
        return true;
    }

    /** Sets a job with an interval. */
    @Action
    public void setEvery(String name, long ms) {
        cron().every(name, Duration.ofMillis(ms), "onJob");
    }

    /** Sets a job with a cron expression. */
    @Action
    public void setCron(String name, String expression) {
        cron().set(name, expression, "onJob");
    }

    /** What jobs call. */
    @Action
    public void onJob(FireInfo info) {
        fired.add(new Fired(info.kind().name(), info.id(), info.name().orElse(""), info.attempt()));
        count();
    }

    /** Returns what jobs called. */
    @Action
    public List<Fired> getFired() {
        return fired;
    }

    /** Returns how the runs of a job ended, newest first. */
    @Action
    public List<String> getHistory(String name) {
        return cron().history(name).stream().map(run -> run.result().name()).toList();
    }

    /** Deletes a job. */
    @Action
    public boolean deleteJob(String name) {
        return cron().delete(name);
    }
}
