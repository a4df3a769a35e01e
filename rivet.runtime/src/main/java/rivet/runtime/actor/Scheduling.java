package rivet.runtime.actor;

import java.util.OptionalInt;

import rivet.actor.Cron;
import rivet.actor.ScheduleKind;
import rivet.error.ErrorCode;
import rivet.inspect.NewSchedule;

/** What people do with the schedules of an instance. In a turn. */
final class Scheduling {

    private final Instance running;
    private final Firing firing;

    Scheduling(Instance running) {
        this.running = running;
        firing = running.firing();
    }

    /** Schedules a call or a job; returns its id or name. */
    String add(NewSchedule wish) {
        if (running.definition().action(wish.action()).isEmpty()) {
            throw ErrorCode.ACTOR_ACTION_NOT_FOUND.error("name", wish.action());
        }
        Object[] args = wish.args().toArray();
        switch (wish) {
            case NewSchedule.At call -> {
                return firing.calls().at(call.when(), call.action(), args);
            }
            case NewSchedule.Cron job -> {
                firing.jobs().set(job.name(), job.expression(), options(job.zone(), job.maxHistory()), job.action(), args);
                return job.name();
            }
            case NewSchedule.Every job -> {
                firing.jobs().every(job.name(), job.interval(), options(Cron.Options.DEFAULTS.zone(), job.maxHistory()), job.action(), args);
                return job.name();
            }
        }
    }

    private static Cron.Options options(String zone, OptionalInt maxHistory) {
        return new Cron.Options(zone, maxHistory.orElse(Cron.Options.DEFAULTS.maxHistory()));
    }

    /** Cancels a call or deletes a job; returns whether there was one of that kind. */
    boolean cancel(String id, ScheduleKind kind) {
        if (kind == ScheduleKind.AT) {
            return firing.calls().cancel(id);
        }
        return firing.jobs().get(id).filter(job -> job.kind() == kind).isPresent() && firing.jobs().delete(id);
    }

    /** Makes a call or a job due now; returns whether there was one of that kind that does not run. */
    boolean hasten(String id, ScheduleKind kind) {
        return kind == ScheduleKind.AT ? firing.calls().get(id).isPresent() && firing.schedules().hasten(id)
            : firing.jobs().get(id).filter(job -> job.kind() == kind).isPresent() && firing.schedules().hastenJob(id);
    }
}
