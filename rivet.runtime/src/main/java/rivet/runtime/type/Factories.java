package rivet.runtime.type;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.time.Time;
import rivet.spi.engine.Hosting.TypeStatus;

/**
 * The factories that are there now, and those who wait for one. Old and new factories of a type may be there at once, in either order of coming and
 * going (R-reg: section 4.1; design.md section 6).
 */
public final class Factories {

    private record Waiter(String type, CompletableFuture<FactoryGeneration> result, Time.Timer timer) {}

    private final Time time;
    private final Duration grace;
    private final int maxWaiters;

    // guarded by this: every type ever seen, with its factories, best first
    private final Map<String, List<FactoryGeneration>> types = new TreeMap<>();
    private final Pauses pauses;
    private final Map<String, Map<Long, String>> broken = new HashMap<>();
    private final Map<String, List<Waiter>> waiters = new HashMap<>();
    private int waiting;
    private long changes;
    /** Hears, without the lock, of each factory that has come. */
    private volatile Consumer<String> arrivals = type -> { };

    /**
     * Makes a registry.
     *
     * @param grace how long a start waits for a factory that has gone
     * @param maxWaiters how many starts may wait at once
     */
    public Factories(Time time, Duration grace, int maxWaiters) {
        this(time, grace, maxWaiters, PauseMemory.NONE);
    }

    /**
     * Makes a registry.
     *
     * @param grace how long a start waits for a factory that has gone
     * @param maxWaiters how many starts may wait at once
     * @param memory remembers pauses
     */
    public Factories(Time time, Duration grace, int maxWaiters, PauseMemory memory) {
        pauses = new Pauses(memory);
        this.time = time;
        this.grace = grace;
        this.maxWaiters = maxWaiters;
    }

    /** Has somebody hear of the types of which a factory has come, after it can be found. One at most. */
    public void onArrival(Consumer<String> listener) {
        arrivals = listener;
    }

    /** A factory has come. */
    public void add(FactoryGeneration factory) {
        List<Waiter> served;
        synchronized (this) {
            List<FactoryGeneration> all = types.computeIfAbsent(factory.type(), type -> new ArrayList<>());
            all.add(factory);
            all.sort(FactoryGeneration.BEST_FIRST);
            pauses.come(factory);
            changes++;
            served = waiters.remove(factory.type());
            waiting -= served == null ? 0 : served.size();
        }
        if (served != null) {
            for (Waiter waiter : served) {
                waiter.timer.cancel();
                waiter.result.complete(factory);
            }
        }
        arrivals.accept(factory.type());
    }

    /** A factory has gone: it makes no more instances. */
    public synchronized void remove(FactoryGeneration factory) {
        List<FactoryGeneration> all = types.get(factory.type());
        if (all != null && all.remove(factory)) {
            pauses.gone(factory);
            changes++;
        }
    }

    /** Returns whether a factory is there. */
    public synchronized boolean contains(FactoryGeneration factory) {
        return types.getOrDefault(factory.type(), List.of()).contains(factory);
    }

    /** A factory has come that cannot be used. */
    public synchronized void addBroken(String type, FactoryGeneration.Origin origin, String reason) {
        types.computeIfAbsent(type, t -> new ArrayList<>());
        broken.computeIfAbsent(type, t -> new TreeMap<>()).put(origin.serviceId(), origin + ": " + reason);
        changes++;
    }

    /** A factory that could not be used has gone. */
    public synchronized void removeBroken(String type, FactoryGeneration.Origin origin) {
        Map<Long, String> all = broken.getOrDefault(type, new TreeMap<>());
        if (all.remove(origin.serviceId()) != null) {
            changes++;
        }
    }

    /** Returns what is wrong with factories of a type, if anything. */
    public synchronized Optional<String> error(String type) {
        Map<Long, String> all = broken.getOrDefault(type, Map.of());
        return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all.values()));
    }

    /** Returns the factory that makes new instances of a type. */
    public synchronized Optional<FactoryGeneration> best(String type) {
        List<FactoryGeneration> all = types.get(type);
        return all == null || all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
    }

    /** Returns the factories of a type in the order in which a start tries them: the best first, those whose roll-out is paused behind all others. */
    public synchronized List<FactoryGeneration> candidates(String type) {
        return pauses.order(types.getOrDefault(type, List.of()));
    }

    /**
     * Pauses the roll-out of a factory for the sake of a worse one that had to take its place, unless it has gone. Returns whether it was going on.
     */
    public synchronized boolean pause(FactoryGeneration factory, FactoryGeneration worse, String reason) {
        boolean paused = contains(factory) && factory.isBetterThan(worse) && pauses.fail(factory, worse, reason);
        changes += paused ? 1 : 0;
        return paused;
    }

    /** Pauses the roll-out of a factory as somebody wishes; returns whether it was going on, and there is other code that can take its place. */
    public synchronized boolean pause(FactoryGeneration factory, String reason) {
        boolean paused = contains(factory) && types.get(factory.type()).size() > 1 && pauses.begin(factory, reason);
        changes += paused ? 1 : 0;
        return paused;
    }

    /** Has a factory be the first that a start tries: ends its pause, and passes over all better ones. Returns false if it has gone. */
    public synchronized boolean prefer(FactoryGeneration factory, String reason) {
        if (!contains(factory)) {
            return false;
        }
        pauses.end(factory);
        types.get(factory.type()).stream().takeWhile(better -> better != factory).forEach(better -> pauses.begin(better, reason));
        changes++;
        return true;
    }

    /** Returns why the roll-out of a factory is paused, if it is. */
    public synchronized Optional<String> paused(FactoryGeneration factory) {
        return pauses.reason(factory);
    }

    /** Ends the pauses of a type; returns how many there were. */
    public synchronized int resume(String type) {
        int ended = (int) types.getOrDefault(type, List.of()).stream().filter(pauses::end).count();
        changes += ended;
        return ended;
    }

    /** Returns what is known of a type. */
    public synchronized TypeStatus status(String type) {
        List<FactoryGeneration> all = types.get(type);
        return all == null ? TypeStatus.UNKNOWN : all.isEmpty() ? TypeStatus.ABSENT : TypeStatus.PRESENT;
    }

    /** Returns all types ever seen with their factories, best first; by name. */
    public synchronized Map<String, List<FactoryGeneration>> all() {
        Map<String, List<FactoryGeneration>> copy = new TreeMap<>();
        types.forEach((type, factories) -> copy.put(type, List.copyOf(factories)));
        return copy;
    }

    /** Returns how often a factory has come or gone. */
    public synchronized long changes() {
        return changes;
    }

    /**
     * Returns the best factory of a type, waiting for one for a while if there is none: during a replacement there is none for a moment. Fails with
     * {@code actor.restarting}, which clients resend, naming the type.
     */
    public CompletionStage<FactoryGeneration> await(String type) {
        CompletableFuture<FactoryGeneration> result = new CompletableFuture<>();
        synchronized (this) {
            Optional<FactoryGeneration> best = best(type);
            if (best.isPresent()) {
                return CompletableFuture.completedFuture(best.get());
            }
            if (waiting >= maxWaiters) {
                return CompletableFuture.failedFuture(absent(type));
            }
            waiting++;
            Time.Timer timer = time.after(grace, () -> giveUp(type, result));
            waiters.computeIfAbsent(type, t -> new ArrayList<>()).add(new Waiter(type, result, timer));
        }
        return result;
    }

    private void giveUp(String type, CompletableFuture<FactoryGeneration> result) {
        synchronized (this) {
            List<Waiter> all = waiters.get(type);
            if (all == null) {
                return;
            }
            for (Iterator<Waiter> i = all.iterator(); i.hasNext();) {
                if (i.next().result == result) {
                    i.remove();
                    waiting--;
                }
            }
        }
        result.completeExceptionally(absent(type));
    }

    /** Nobody is to wait any longer: all that do are told that there is no factory. */
    public void giveUpAll() {
        List<Waiter> all = new ArrayList<>();
        synchronized (this) {
            waiters.values().forEach(all::addAll);
            waiters.clear();
            waiting -= all.size();
        }
        for (Waiter waiter : all) {
            waiter.timer.cancel();
            waiter.result.completeExceptionally(absent(waiter.type));
        }
    }

    private static RivetException absent(String type) {
        return ErrorCode.ACTOR_TYPE_ABSENT.error("type", type, "retryable", true);
    }
}
