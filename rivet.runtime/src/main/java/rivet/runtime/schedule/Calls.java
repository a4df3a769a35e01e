package rivet.runtime.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import rivet.actor.FireInfo;
import rivet.actor.Schedule;

/** Single calls, as the author sees them. */
public final class Calls implements Schedule {

    private final Schedules schedules;
    private final Surroundings around;

    /** Makes the author's view. */
    public Calls(Schedules schedules, Surroundings around) {
        this.schedules = schedules;
        this.around = around;
    }

    @Override
    public String after(Duration delay, String action, Object... args) {
        around.check("schedule.after");
        return add(Times.after(schedules.now(), delay), action, args);
    }

    @Override
    public String at(Instant when, String action, Object... args) {
        around.check("schedule.at");
        return add(Times.storable(when), action, args);
    }

    private String add(Instant at, String action, Object... args) {
        String id = around.newId();
        schedules.put(Scheduled.call(id, at, action, Args.encode(around.plain(args))), around.most());
        return id;
    }

    @Override
    public boolean cancel(String id) {
        around.check("schedule.cancel");
        return !id.startsWith(Scheduled.JOB) && !schedules.isRunning(id) && schedules.remove(id);
    }

    @Override
    public Optional<Event> get(String id) {
        around.check("schedule.get");
        return id.startsWith(Scheduled.JOB) ? Optional.empty() : schedules.find(id).filter(this::isPending).map(Calls::event);
    }

    @Override
    public List<Event> list() {
        around.check("schedule.list");
        return schedules.all(false).stream().filter(this::isPending).map(Calls::event).toList();
    }

    private boolean isPending(Scheduled call) {
        return !schedules.isRunning(call.id());
    }

    private static Event event(Scheduled call) {
        return new Event(call.id(), call.action(), Args.decode(call.args()), call.trigger(), call.look().isPresent());
    }

    @Override
    public Optional<FireInfo> current() {
        around.check("schedule.current");
        return around.current();
    }
}
