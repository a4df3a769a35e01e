package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import rivet.actor.Cron;
import rivet.actor.Schedule;
import rivet.actor.ScheduleKind;
import rivet.inspect.ActorSnapshot;
import rivet.inspect.ConnectionInfo;
import rivet.inspect.QueueInfo;
import rivet.inspect.ScheduleInfo;
import rivet.inspect.StateInfo;
import rivet.protocol.value.CborValues;
import rivet.value.Undefined;

/** What is to be seen of an instance. In a turn. */
final class Sight {

    private final Instance running;

    Sight(Instance running) {
        this.running = running;
    }

    ActorSnapshot all(long number) {
        return new ActorSnapshot(number, state(), connections(), actions(), running.queue().depth(), schedules());
    }

    /** The value is a copy: what a plain value is made of may be the actor's own. */
    private StateInfo state() {
        return running.definition().hasState() ? new StateInfo(CborValues.decode(running.state().encodedNow()), true, true)
            : new StateInfo(Undefined.UNDEFINED, false, true);
    }

    private List<ConnectionInfo> connections() {
        return running.cell().connections().visible().stream().map(this::connection).toList();
    }

    private ConnectionInfo connection(Conn conn) {
        Object state = running.views().of(conn).plainState();
        Object copy = state == Undefined.UNDEFINED ? state : CborValues.decode(CborValues.encodeExact(state));
        return new ConnectionInfo(conn.id(), conn.params(), copy, conn.subscriptions().stream().sorted().toList(), conn.transport().isPresent(),
            conn.hibernation().isPresent());
    }

    private List<String> actions() {
        return running.definition().actionNames().stream().sorted().toList();
    }

    QueueInfo queue(int limit) {
        List<QueueInfo.Message> waiting = running.queue().waiting();
        List<QueueInfo.Message> shown = waiting.stream().limit(limit).toList();
        return new QueueInfo(running.queue().size(), running.code().options().queue().limits().messages(), shown, waiting.size() > shown.size());
    }

    private List<ScheduleInfo> schedules() {
        List<ScheduleInfo> all = new ArrayList<>();
        running.firing().calls().list().forEach(call -> all.add(info(call)));
        running.firing().jobs().list().forEach(job -> all.add(info(job)));
        all.sort(Comparator.comparing(ScheduleInfo::nextRun).thenComparing(ScheduleInfo::id));
        return List.copyOf(all);
    }

    private static ScheduleInfo info(Schedule.Event call) {
        return new ScheduleInfo(call.id(), ScheduleKind.AT, call.action(), call.args(), call.runAt(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(),
            OptionalInt.empty());
    }

    private static ScheduleInfo info(Cron.Job job) {
        return new ScheduleInfo(job.name(), job.kind(), job.action(), job.args(), job.nextRun(), job.lastRun(), job.expression(), job.zone(), job.interval(),
            OptionalInt.of(job.maxHistory()));
    }
}
