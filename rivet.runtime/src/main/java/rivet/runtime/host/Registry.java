package rivet.runtime.host;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.actor.Generation;
import rivet.runtime.time.Time;
import rivet.spi.engine.StopCause;

/**
 * The generations of actors that are in this process, from before their start until nothing is left of them (spec/core.md 4). What it sees to: two generations of an
 * actor never run at once, none begins while a newer one is here, and every start and every stop gets its answer.
 * <p>
 * Invariants, under {@code this}: a generation is here before it looks for older ones, so that of two racing starts at least one sees the other (R-reg-1); it stays here
 * until it is over, also when it was given up. A generation begins when its {@code free} says so, once, and nothing is asked of it before it has {@code begun}: so there
 * is no moment at which a stop finds neither a start to wait for nor a generation to stop (R-reg-14).
 *
 * @param <G> what a generation is
 */
final class Registry<G extends Generation> {

    private static final Logger log = LoggerFactory.getLogger(Registry.class);
    private static final Duration OLDER_LIMIT = Duration.ofSeconds(10);

    /** A generation that is here. */
    private static final class Entry<G extends Generation> {

        private final G generation;
        /** Ends well when no older generation is in the way, with an error if the generation shall not begin. */
        private final CompletableFuture<Void> free = new CompletableFuture<>();
        private final CompletableFuture<CompletionStage<Void>> begun;

        Entry(G generation) {
            this.generation = generation;
            begun = free.thenApply(nothing -> generation.begin());
        }
    }

    private final Time time;
    private final Map<String, TreeMap<Integer, Entry<G>>> byActor = new HashMap<>();
    private int size;
    private boolean closed;

    Registry(Time time) {
        this.time = time;
    }

    // ------------------------------------------------------------------ start

    /**
     * Starts a generation once nothing is left of older ones. Fails with {@code actor.stopping} if it is here already, if a newer one is, if older ones do not end in
     * time (R-reg-2, R-reg-3, R-reg-13), or if it was lost before it began (R-reg-4); with the error of the start itself otherwise. It is not here any more then.
     */
    CompletionStage<Void> start(G generation) {
        Entry<G> entry = new Entry<>(generation);
        List<Entry<G>> older;
        try {
            older = enter(entry);
        } catch (RivetException refused) {
            return CompletableFuture.failedStage(refused);
        }
        afterOlder(entry, older);
        return entry.begun.thenCompose(start -> start).whenComplete((started, error) -> {
            if (error != null) {
                leave(entry);
            }
        });
    }

    private synchronized List<Entry<G>> enter(Entry<G> entry) {
        G generation = entry.generation;
        TreeMap<Integer, Entry<G>> generations = byActor.getOrDefault(generation.start().actorId(), new TreeMap<>());
        if (closed || !generations.isEmpty() && generations.lastKey() >= generation.start().generation()) {
            throw stopping(generation);
        }
        List<Entry<G>> older = new ArrayList<>(generations.values());
        generations.put(generation.start().generation(), entry);
        byActor.put(generation.start().actorId(), generations);
        size++;
        return older;
    }

    private static RivetException stopping(Generation generation) {
        return ErrorCode.ACTOR_STOPPING.error().withActor(generation.specifier());
    }

    /** The engine has given up on older generations before it starts a newer one: they are lost, and this one waits for their end. */
    private void afterOlder(Entry<G> entry, List<Entry<G>> older) {
        if (older.isEmpty()) {
            entry.free.complete(null);
            return;
        }
        Time.Timer timer = time.after(OLDER_LIMIT, () -> {
            if (entry.free.completeExceptionally(stopping(entry.generation))) {
                log.error("actor {} cannot start: an older generation of it does not end", entry.generation.specifier());
            }
        });
        CompletableFuture.allOf(older.stream().map(old -> {
            log.warn("actor {} is still here while generation {} of it starts", old.generation.specifier(), entry.generation.start().generation());
            return stop(old, StopCause.LOST).toCompletableFuture();
        }).toArray(CompletableFuture[]::new)).whenComplete((ended, error) -> {
            timer.cancel();
            entry.free.complete(null);
        });
    }

    // ------------------------------------------------------------------ stop

    /**
     * Stops a generation; the stage ends well when nothing is left of it, at once if it is not here. A stop that comes while the generation waits for its start, or
     * starts, follows the start (R-reg-7, R-reg-21), but for one that says that the generation is lost: if it has not begun it never does.
     */
    CompletionStage<Void> stop(String actorId, int generation, StopCause cause) {
        return entry(actorId, generation).map(entry -> stop(entry, cause)).orElseGet(() -> CompletableFuture.completedStage(null));
    }

    private CompletionStage<Void> stop(Entry<G> entry, StopCause cause) {
        if (cause == StopCause.LOST) {
            entry.free.completeExceptionally(stopping(entry.generation));
        }
        return entry.begun.handle((start, refused) -> refused == null ? entry.generation.stop(cause) : CompletableFuture.<Void> completedStage(null))
            .thenCompose(stop -> stop)
            .handle((stopped, error) -> {
                if (error != null) {
                    log.error("actor {} did not stop as it should", entry.generation.specifier(), error);
                }
                leave(entry);
                return null;
            });
    }

    private synchronized void leave(Entry<G> entry) {
        String actorId = entry.generation.start().actorId();
        TreeMap<Integer, Entry<G>> generations = byActor.get(actorId);
        if (generations != null && generations.remove(entry.generation.start().generation(), entry)) {
            size--;
            if (generations.isEmpty()) {
                byActor.remove(actorId);
            }
        }
    }

    /** Lets nothing in any more, and stops what is here; the stages are those of the stops. */
    List<CompletionStage<Void>> close(StopCause cause) {
        List<Entry<G>> all;
        synchronized (this) {
            closed = true;
            all = entries();
        }
        return all.stream().map(entry -> stop(entry, cause)).toList();
    }

    // ------------------------------------------------------------------ look-up

    /** Returns a generation that is here. */
    Optional<G> find(String actorId, int generation) {
        return entry(actorId, generation).map(entry -> entry.generation);
    }

    private synchronized Optional<Entry<G>> entry(String actorId, int generation) {
        TreeMap<Integer, Entry<G>> generations = byActor.get(actorId);
        return generations == null ? Optional.empty() : Optional.ofNullable(generations.get(generation));
    }

    /** Returns the newest generation of an actor. */
    synchronized Optional<G> find(String actorId) {
        TreeMap<Integer, Entry<G>> generations = byActor.get(actorId);
        return generations == null ? Optional.empty() : Optional.of(generations.lastEntry().getValue().generation);
    }

    /** Returns all generations that are here. */
    synchronized List<G> all() {
        return entries().stream().map(entry -> entry.generation).toList();
    }

    private List<Entry<G>> entries() {
        List<Entry<G>> all = new ArrayList<>(size);
        byActor.values().forEach(generations -> all.addAll(generations.values()));
        return all;
    }
}
