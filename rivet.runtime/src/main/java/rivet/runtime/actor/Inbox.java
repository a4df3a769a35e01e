package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

import rivet.actor.Concurrency;
import rivet.runtime.turn.Task;
import rivet.runtime.turn.Turns;

/** What waits for a turn of an instance: in the order of arrival, but for actions that run one after the other, which also wait for each other. */
final class Inbox {

    private final Instance instance;
    private final Turns turns;
    private final Optional<SerialActions> serial;

    Inbox(Instance instance) {
        this.instance = instance;
        turns = instance.turns();
        serial = instance.code().options().concurrency() == Concurrency.SERIAL
            ? Optional.of(new SerialActions(turns, instance.cell().platform().limits().turns().waiting())) : Optional.empty();
    }

    /** Queues work; an action where actions are serial, behind the one that runs. Returns what {@link Turns#offer} does; empty if the instance takes no more. */
    Optional<Runnable> offer(ActorTask task) {
        task.moveTo(instance);
        return isSerial(task) ? serial.get().offer((CallTask<?>) task) : turns.offer(task);
    }

    /** Queues work that was let in before. */
    Optional<Runnable> offerAgain(ActorTask task) {
        task.moveTo(instance);
        return isSerial(task) ? serial.get().offer((CallTask<?>) task) : turns.offerUnlimited(task);
    }

    private boolean isSerial(ActorTask task) {
        return serial.isPresent() && task instanceof CallTask<?> call && call.isAction();
    }

    /** Queues a task of the platform, whatever else waits; returns false if the instance takes no more. */
    boolean submitUnlimited(ActorTask task) {
        task.moveTo(instance);
        return turns.submitUnlimited(task);
    }

    /** Takes the work back that has not begun, oldest first; hooks and what the platform does stay. */
    List<ActorTask> withdrawWork() {
        List<Task> behind = serial.map(SerialActions::close).orElse(List.of());
        return Stream.concat(turns.withdraw(task -> ((ActorTask) task).isWork()).stream(), behind.stream()).map(ActorTask.class::cast).toList();
    }

    /** Takes back what the next code is to do instead, oldest first; not what a move waits for, which would wait for this one's. */
    List<ActorTask> leaveToNext() {
        Predicate<Task> left = task -> task instanceof ActorTask one && one.isLeftToNext() && !one.cause().comesFromMoving();
        List<Task> behind = serial.map(actions -> actions.withdraw(left)).orElse(List.of());
        List<Task> first = turns.withdraw(left);
        if (first.stream().anyMatch(task -> isSerial((ActorTask) task))) {
            actionEnded();
        }
        return Stream.concat(first.stream(), behind.stream()).map(ActorTask.class::cast).toList();
    }

    /** Takes work back that has not begun; returns whether that was so. Where actions are serial, the next one's turn has come then. */
    boolean withdraw(ActorTask task) {
        if (isSerial(task) && serial.get().withdraw(task)) {
            return true;
        }
        boolean taken = turns.withdraw(task);
        if (taken && isSerial(task)) {
            actionEnded();
        }
        return taken;
    }

    void actionEnded() {
        serial.ifPresent(SerialActions::ended);
    }

    /** Takes no more, and gives back what has not begun. */
    List<Task> close() {
        List<Task> unbegun = new ArrayList<>(turns.close());
        serial.ifPresent(actions -> unbegun.addAll(actions.close()));
        return unbegun;
    }
}
