package rivet.sqlite.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Says who may use which database file, and keeps the handles of closed databases open for their next use, those used last.
 * <p>
 * Invariants, all under the monitor: a file has at most one holder; it has a resting handle only while it has no holder; a file is
 * deleted only while nobody reads it. A handle counts from the moment somebody may open it until its file is released without it. Applicants
 * are granted and refused outside the monitor, in the order in which they came, readers past those who wait to write.
 *
 * @param <H> an open file
 */
final class Slots<H> {

    /** Who wants to use a file. Exactly one method is called, once, with no lock held. */
    interface Applicant<H> {

        /** May use it now, until it is released. An open handle of it comes along if there is one. */
        void granted(Optional<H> handle);

        void refused(StorageException cause);
    }

    /** What for. */
    enum Use { WRITE, READ, DELETE, CLOSE }

    private record Request<H>(Use use, Applicant<H> applicant) {}

    private static final class Slot<H> {
        private final Deque<Request<H>> waiting = new ArrayDeque<>(1);
        private Use holder;
        private boolean counted;
        private int readers;
    }

    private static final int WAITING = 64;

    private final int atRest;
    private final int atMost;
    private final BiConsumer<DatabaseId, H> closer;
    private final CompletableFuture<Void> empty = new CompletableFuture<>();

    // all guarded by this
    private final Map<DatabaseId, Slot<H>> slots = new HashMap<>();
    private final Map<DatabaseId, H> resting = new LinkedHashMap<>();
    private int handles;
    private int beingClosed;
    private boolean closed;

    /**
     * Makes an empty one.
     *
     * @param atRest from as many handles on, handles of closed databases are closed for good
     * @param atMost most handles at all
     * @param closer closes a handle and then releases its file from {@link Use#CLOSE}
     */
    Slots(int atRest, int atMost, BiConsumer<DatabaseId, H> closer) {
        this.atRest = atRest;
        this.atMost = atMost;
        this.closer = closer;
    }

    /** Asks for a file. */
    void apply(DatabaseId id, Use use, Applicant<H> applicant) {
        List<Runnable> effects = new ArrayList<>();
        synchronized (this) {
            Slot<H> slot = slots.computeIfAbsent(id, absent -> new Slot<>());
            if (closed) {
                effects.add(() -> applicant.refused(closed()));
            } else if (slot.waiting.size() >= WAITING) {
                effects.add(() -> applicant.refused(new StorageException(Kind.OVERLOADED, "too many wait for " + id)));
            } else if (use == Use.READ && mayRead(slot)) {
                grant(id, slot, new Request<>(use, applicant), effects);
            } else {
                slot.waiting.add(new Request<>(use, applicant));
            }
            settle(id, slot, effects);
        }
        effects.forEach(Runnable::run);
    }

    /**
     * Gives a file back.
     *
     * @param handle of the file, still open; empty if there is none
     */
    void release(DatabaseId id, Use use, Optional<H> handle) {
        List<Runnable> effects = new ArrayList<>();
        synchronized (this) {
            Slot<H> slot = slots.get(id);
            if (use == Use.READ) {
                slot.readers--;
            } else {
                slot.holder = null;
                beingClosed -= use == Use.CLOSE ? 1 : 0;
                if (handle.isPresent()) {
                    resting.put(id, handle.get());
                } else if (slot.counted) {
                    slot.counted = false;
                    handles--;
                }
            }
            settle(id, slot, effects);
        }
        effects.forEach(Runnable::run);
    }

    /** Refuses everybody from now on and closes what rests. Returns when nobody uses a file any more. */
    CompletableFuture<Void> close() {
        List<Runnable> effects = new ArrayList<>();
        synchronized (this) {
            closed = true;
            Map.copyOf(slots).forEach((id, slot) -> {
                slot.waiting.forEach(request -> effects.add(() -> request.applicant().refused(closed())));
                slot.waiting.clear();
                settle(id, slot, effects);
            });
            completeIfEmpty(effects);
        }
        effects.forEach(Runnable::run);
        return empty;
    }

    /** Returns how many handles are open, about to be opened or about to be closed. */
    synchronized int handles() {
        return handles;
    }

    // from here on the caller holds the monitor

    /** Grants what can be granted now, and forgets a file that nobody wants. */
    private void settle(DatabaseId id, Slot<H> slot, List<Runnable> effects) {
        while (!slot.waiting.isEmpty() && grant(id, slot, slot.waiting.peek(), effects)) {
            slot.waiting.poll();
        }
        closeSome(effects);
        if (slot.holder == null && slot.readers == 0 && slot.waiting.isEmpty() && !resting.containsKey(id)) {
            slots.remove(id, slot);
            completeIfEmpty(effects);
        }
    }

    /** Grants or refuses a request; returns false if it has to wait. */
    private boolean grant(DatabaseId id, Slot<H> slot, Request<H> request, List<Runnable> effects) {
        if (request.use() == Use.READ) {
            if (slot.holder == Use.DELETE) {
                return false;
            }
            slot.readers++;
            effects.add(() -> request.applicant().granted(Optional.empty()));
            return true;
        }
        if (request.use() == Use.DELETE && slot.holder == Use.WRITE) {
            effects.add(() -> request.applicant().refused(new StorageException(Kind.BUSY, "an open database cannot be deleted: " + id)));
            return true;
        }
        if (slot.holder != null || request.use() == Use.DELETE && slot.readers > 0) {
            return false;
        }
        hold(id, slot, request, effects);
        return true;
    }

    private void hold(DatabaseId id, Slot<H> slot, Request<H> request, List<Runnable> effects) {
        Optional<H> handle = Optional.ofNullable(resting.remove(id));
        if (request.use() == Use.WRITE && handle.isEmpty()) {
            if (handles - beingClosed >= atMost && resting.isEmpty()) {
                effects.add(() -> request.applicant().refused(new StorageException(Kind.OVERLOADED, "all " + atMost + " database handles are in use")));
                return;
            }
            slot.counted = true;
            handles++;
        }
        slot.holder = request.use();
        effects.add(() -> request.applicant().granted(handle));
    }

    private void closeSome(List<Runnable> effects) {
        while (!resting.isEmpty() && (closed || handles - beingClosed > atRest)) {
            Map.Entry<DatabaseId, H> eldest = resting.entrySet().iterator().next();
            DatabaseId id = eldest.getKey();
            H handle = eldest.getValue();
            resting.remove(id);
            slots.get(id).holder = Use.CLOSE;
            beingClosed++;
            effects.add(() -> closer.accept(id, handle));
        }
    }

    private boolean mayRead(Slot<H> slot) {
        return slot.holder != Use.DELETE && slot.waiting.stream().noneMatch(request -> request.use() == Use.DELETE);
    }

    private void completeIfEmpty(List<Runnable> effects) {
        if (closed && slots.isEmpty()) {
            effects.add(() -> empty.complete(null));
        }
    }

    private static StorageException closed() {
        return new StorageException(Kind.CLOSED, "the store is closed");
    }
}
