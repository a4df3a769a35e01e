package rivet.runtime.rollout;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.inspect.Pace;
import rivet.inspect.Rollout;
import rivet.runtime.actor.Cell;
import rivet.runtime.actor.Platform;
import rivet.runtime.type.FactoryGeneration;

/**
 * Moves the awake actors of each type to the code that its latest roll-out gives them: so many at a time at most, at the pace of the roll-out. It looks for them when
 * a roll-out begins, when a move ends, and every now and then, as actors that start while a roll-out begins may still have taken the code before.
 * <p>
 * Invariant, under {@code this}: {@code free} is the number of moves that may still begin. Of others only what is known of cells is asked for under the lock.
 */
public final class TypeRollouts {

    /** How an actor is moved to the code that a start takes now: gives the code that it runs then; fails if it came to its end instead. */
    public interface Mover extends Function<Cell, CompletionStage<FactoryGeneration>> {}

    private static final Logger log = LoggerFactory.getLogger(TypeRollouts.class);

    private final Platform platform;
    private final Supplier<List<Cell>> cells;
    private final Mover mover;
    private final Map<String, TypeRollout> latest = new HashMap<>(); // guarded by this
    private int free; // guarded by this
    private volatile RolloutWatch watch = new RolloutWatch() {};

    /**
     * Makes it.
     *
     * @param cells the actors that are here
     * @param atOnce how many are moved at a time, at least one
     */
    public TypeRollouts(Platform platform, Supplier<List<Cell>> cells, Mover mover, int atOnce) {
        this.platform = platform;
        this.cells = cells;
        this.mover = mover;
        free = Math.max(1, atOnce);
    }

    /** Has somebody hear of what happens. One at most. */
    public void watch(RolloutWatch listener) {
        watch = listener;
    }

    /** Begins a roll-out of code that starts are given now. */
    public Rollout begin(FactoryGeneration target, Pace pace) {
        return begin(target, pace, RolloutWatch.BUNDLE);
    }

    /**
     * Begins a roll-out of code that starts are given now.
     *
     * @param by who or what begins it
     */
    public Rollout begin(FactoryGeneration target, Pace pace, String by) {
        TypeRollout rollout = new TypeRollout(target, pace, platform.time().clock().instant());
        synchronized (this) {
            latest.put(target.type(), rollout);
        }
        Rollout now = now(rollout);
        log.info("actor type {}: roll-out of {}, {}: {} actors are awake on other code", target.type(), target.origin(), pace, now.waiting());
        watch.begun(target, now, by);
        platform.actorThreads().execute(() -> look(rollout));
        return now;
    }

    /** Code of a type has come: if it is better than what awake actors run, they are moved to it, all at once. */
    public void arrived(String type) {
        List<FactoryGeneration> candidates = platform.factories().candidates(type);
        if (!candidates.isEmpty() && target(type).filter(target -> target == candidates.getFirst()).isEmpty()
                && cells.get().stream().anyMatch(cell -> cell.typeName().equals(type) && cell.code().filter(code -> code != candidates.getFirst()).isPresent())) {
            begin(candidates.getFirst(), Pace.ALL_AT_ONCE);
        }
    }

    /** Code of a type has come: if an earlier process was rolling it out, that goes on. */
    public void goOn(String type) {
        platform.factories().candidates(type).stream().findFirst().ifPresent(code -> watch.earlier(code).ifPresent(earlier -> {
            synchronized (this) {
                latest.putIfAbsent(type, new TypeRollout(code, earlier));
            }
        }));
    }

    /** Returns how the latest roll-out of a type stands. */
    public Optional<Rollout> of(String type) {
        return latest(type).map(this::now);
    }

    /** Returns the pace of the latest roll-out of a type. */
    public Optional<Pace> pace(String type) {
        return latest(type).map(TypeRollout::pace);
    }

    /** Returns what the latest roll-out of a type rolls out. */
    public Optional<FactoryGeneration> target(String type) {
        return latest(type).map(TypeRollout::target);
    }

    /** Somebody has paused the roll-out of code. */
    public Rollout paused(FactoryGeneration code) {
        TypeRollout rollout = latest(code.type()).filter(one -> one.target() == code)
            .orElseGet(() -> new TypeRollout(code, Pace.WHEN_THEY_SLEEP, platform.time().clock().instant()));
        Rollout now = now(rollout);
        watch.paused(now);
        return now;
    }

    private synchronized Optional<TypeRollout> latest(String type) {
        return Optional.ofNullable(latest.get(type));
    }

    private Rollout now(TypeRollout rollout) {
        return rollout.now(cells.get(), platform.factories().paused(rollout.target()));
    }

    /** Looks for actors to move. Called every now and then. */
    public void look() {
        List<TypeRollout> all;
        synchronized (this) {
            latest.values().removeIf(rollout -> !platform.factories().contains(rollout.target()));
            all = List.copyOf(latest.values());
        }
        all.forEach(this::look);
    }

    private void look(TypeRollout rollout) {
        if (rollout.isDone() || !isGiven(rollout)) {
            return;
        }
        for (Optional<Cell> next = take(rollout); next.isPresent(); next = take(rollout)) {
            move(rollout, next.get());
        }
        rollout.pause(platform.time().nanos()).ifPresent(pause -> platform.time().after(pause, () -> {
            rollout.looksAgain();
            platform.actorThreads().execute(() -> look(rollout));
        }));
        if (rollout.endsNow(cells)) {
            Rollout now = now(rollout);
            log.info("actor type {}: the roll-out of {} is done: {} actors were moved, {} could not be", now.type(), rollout.target().origin(), now.moved(), now.failed());
            watch.done(now);
        }
    }

    /** Returns whether starts are given that code, and no later roll-out is there. */
    private boolean isGiven(TypeRollout rollout) {
        List<FactoryGeneration> candidates = platform.factories().candidates(rollout.target().type());
        return !candidates.isEmpty() && candidates.getFirst() == rollout.target() && latest(rollout.target().type()).filter(newest -> newest == rollout).isPresent();
    }

    private Optional<Cell> take(TypeRollout rollout) {
        long now = platform.time().nanos();
        synchronized (this) {
            Optional<Cell> next = free == 0 ? Optional.empty() : rollout.next(cells, now);
            free -= next.isPresent() ? 1 : 0;
            return next;
        }
    }

    private void move(TypeRollout rollout, Cell cell) {
        FactoryGeneration from = cell.code().orElseThrow();
        mover.apply(cell).whenComplete((code, error) -> {
            synchronized (this) {
                free++;
            }
            if (error == null) {
                ended(rollout, cell.start().actorId(), from, code);
            } else {
                log.debug("actor {} came to its end while it was moved", cell.specifier(), error);
                rollout.slept(cell.start().actorId());
            }
            platform.actorThreads().execute(this::look); // of any type: it is free again for all
        });
    }

    private void ended(TypeRollout rollout, String actor, FactoryGeneration from, FactoryGeneration now) {
        FactoryGeneration target = rollout.target();
        if (now == target) {
            rollout.moved(actor);
            watch.moved(actor, from, target);
            return;
        }
        Rollout.Failure failure = new Rollout.Failure(actor, platform.time().clock().instant(), platform.factories().paused(target).orElse("it runs " + now.origin()));
        rollout.failed(failure);
        watch.failed(failure, from, target);
        if (platform.factories().paused(target).isPresent()) {
            watch.paused(now(rollout));
        }
    }
}
