package rivet.runtime.rollout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import rivet.inspect.Pace;
import rivet.inspect.Rollout;
import rivet.inspect.Rollout.Failure;
import rivet.inspect.Rollout.Stage;
import rivet.runtime.actor.Cell;
import rivet.runtime.type.FactoryGeneration;

/**
 * One roll-out: the actors of a type are to run one generation of its code.
 * <p>
 * All fields that change are guarded by this. The {@code queue} has actors that were to be moved when it was last filled. An actor is in {@code moving} from the moment at which it is chosen until its move has ended, and in {@code stays} if
 * that failed: it is not tried again by this roll-out.
 */
final class TypeRollout {

    private static final int MOST_FAILURES = 10;
    private static final double NANOS = Duration.ofSeconds(1).toNanos();

    private final FactoryGeneration target;
    private final Pace pace;
    private final Instant begun;
    private final Deque<Cell> queue = new ArrayDeque<>();
    private final Set<String> moving = new HashSet<>();
    private final Set<String> stays = new HashSet<>();
    private final Deque<Failure> failures = new ArrayDeque<>();
    private long moved;
    private long failed;
    private boolean done;
    private boolean timed;
    private Optional<Long> nextAt = Optional.empty();

    TypeRollout(FactoryGeneration target, Pace pace, Instant begun) {
        this.target = target;
        this.pace = pace;
        this.begun = begun;
    }

    /** Goes on with one of an earlier process. */
    TypeRollout(FactoryGeneration target, RolloutWatch.Earlier earlier) {
        this(target, earlier.pace(), earlier.begun());
        moved = earlier.moved();
        failed = earlier.failed();
    }

    FactoryGeneration target() {
        return target;
    }

    Pace pace() {
        return pace;
    }

    /** Returns whether there is nothing left to do. */
    synchronized boolean isDone() {
        return done;
    }

    /** Returns whether an actor runs other code, or is being started on it, and could run this. */
    synchronized boolean concerns(Cell cell) {
        Optional<FactoryGeneration> code = cell.code();
        return cell.typeName().equals(target.type()) && !stays.contains(cell.start().actorId()) && code.isPresent() && code.get() != target
            && code.get().options().stateVersion() <= target.options().stateVersion();
    }

    /** Returns the next actor to move, if there is one and the pace allows; its move begins. */
    synchronized Optional<Cell> next(Supplier<List<Cell>> cells, long now) {
        if (queue.isEmpty()) {
            cells.get().stream().filter(this::waits).forEach(queue::add);
        }
        while (!queue.isEmpty() && mayNext(now)) {
            Cell cell = queue.remove();
            if (waits(cell)) {
                moving.add(cell.start().actorId());
                taken(now);
                return Optional.of(cell);
            }
        }
        return Optional.empty();
    }

    private boolean waits(Cell cell) {
        return concerns(cell) && cell.isRunning() && !moving.contains(cell.start().actorId());
    }

    private boolean mayNext(long now) {
        return switch (pace) {
            case Pace.AllAtOnce all -> true;
            case Pace.PerSecond rate -> nextAt.isEmpty() || nextAt.get() - now <= 0;
            case Pace.WhenTheySleep sleep -> false;
        };
    }

    private void taken(long now) {
        if (pace instanceof Pace.PerSecond rate) {
            nextAt = Optional.of(now + (long) (NANOS / rate.actors())); // what could not be used is not made up for
        }
    }

    /** Returns when to look again, for the sake of the pace: once until {@link #looksAgain}. */
    synchronized Optional<Duration> pause(long now) {
        if (timed || queue.isEmpty() || nextAt.isEmpty()) {
            return Optional.empty();
        }
        timed = true;
        return Optional.of(Duration.ofNanos(Math.max(1, nextAt.get() - now)));
    }

    /** The pause is over. */
    synchronized void looksAgain() {
        timed = false;
    }

    /** A move has ended well. */
    synchronized void moved(String actor) {
        moving.remove(actor);
        moved++;
    }

    /** A move came to nothing, as the actor ended: it takes the code at its next start. */
    synchronized void slept(String actor) {
        moving.remove(actor);
    }

    /** A move has failed: the actor runs what it ran before. */
    synchronized void failed(Failure failure) {
        moving.remove(failure.actor());
        stays.add(failure.actor());
        failed++;
        failures.addFirst(failure);
        if (failures.size() > MOST_FAILURES) {
            failures.removeLast();
        }
    }

    /** Returns whether nobody is left to move, and that is new. */
    synchronized boolean endsNow(Supplier<List<Cell>> cells) {
        boolean first = !done && queue.isEmpty() && moving.isEmpty() && cells.get().stream().noneMatch(this::concerns);
        done |= first;
        return first;
    }

    /** Returns how it stands. */
    synchronized Rollout now(List<Cell> cells, Optional<String> paused) {
        int waiting = (int) cells.stream().filter(this::concerns).count();
        int onIt = (int) cells.stream().filter(cell -> cell.isOn(target)).count();
        Stage stage = paused.isPresent() ? Stage.PAUSED : waiting == 0 && moving.isEmpty() ? Stage.DONE : Stage.GOING_ON;
        return new Rollout(target.type(), target.origin().version().toString(), target.origin().bundle(), pace, stage, begun, onIt, waiting, moved, failed,
            List.copyOf(failures), paused);
    }
}
