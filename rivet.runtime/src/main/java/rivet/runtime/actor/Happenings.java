package rivet.runtime.actor;

import java.util.Optional;

import rivet.error.RivetException;
import rivet.inspect.ActorEvent;
import rivet.inspect.ActorEvent.Kind;
import rivet.runtime.inspect.EventTap;
import rivet.runtime.meter.TaskKind;

/** Tells those who watch what happens in a generation of an actor. Costs one look at a field while nobody does. */
final class Happenings {

    private static final String ACTION = "action ";

    private final Cell cell;
    private final EventTap tap;

    Happenings(Cell cell) {
        this.cell = cell;
        tap = cell.platform().events();
    }

    /** Returns whether anybody watches. */
    boolean watched() {
        return tap.isOpen();
    }

    /** A turn has ended. */
    void turned(ActorTask task, long nanos) {
        if (tap.isOpen() && isShown(task)) {
            tell(Kind.TURN, task.what(), nanos, 0, Optional.ofNullable(task.turnFailure).map(Happenings::text));
        }
    }

    /** A piece of code has ended. */
    void ran(ActorTask task, long nanos, Optional<Throwable> failure) {
        if (tap.isOpen() && isShown(task)) {
            boolean action = task.kind() == TaskKind.ACTION || task.kind() == TaskKind.SCHEDULED_ACTION;
            String name = action && task.what().startsWith(ACTION) ? task.what().substring(ACTION.length()) : task.what();
            tell(action ? Kind.ACTION : Kind.CODE, name, nanos, 0, failure.map(Happenings::text));
        }
    }

    /** An event was sent. */
    void broadcast(String event, int receivers) {
        if (tap.isOpen()) {
            tell(Kind.BROADCAST, event, 0, receivers, Optional.empty());
        }
    }

    /** An instance is ready. */
    void started(Instance instance) {
        if (tap.isOpen()) {
            tell(Kind.STARTED, instance.code().origin().toString(), 0, 0, Optional.empty());
        }
    }

    /** An instance has ended. */
    void ended(Instance instance, Optional<RivetException> failure) {
        if (tap.isOpen()) {
            tell(Kind.ENDED, instance.code().origin().toString(), 0, 0, failure.map(Happenings::text));
        }
    }

    /** What the platform does for itself is none of the actor's, and what others look at would never end if they saw it. */
    private static boolean isShown(ActorTask task) {
        return !(task instanceof PlatformTask) && !(task instanceof InspectTask<?> inspection && inspection.onlyLooks());
    }

    private void tell(Kind kind, String name, long nanos, int receivers, Optional<String> error) {
        tap.tell(new ActorEvent(cell.platform().time().clock().instant(), cell.typeName(), cell.start().actorId(), cell.start().key(), kind, name, nanos / 1_000,
            receivers, error));
    }

    private static String text(Throwable thrown) {
        Throwable cause = Failures.unwrap(thrown);
        return cause instanceof RivetException named ? named.group() + "." + named.code() + ": " + named.getMessage() : cause.toString();
    }
}
