package rivet.sqlite.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Says who may use which database file. Whoever may write has the file until he releases it, whether it is open all that time or not.
 * <p>
 * Invariants, all under the monitor: a file has at most one holder; it is deleted only while nobody reads it. Applicants are granted and
 * refused outside the monitor, in the order in which they came, readers past those who wait to write.
 */
final class Slots {

    /** Who wants to use a file. Exactly one method is called, once, with no lock held. */
    interface Applicant {

        /** May use it now, until it is released. */
        void granted();

        void refused(StorageException cause);
    }

    /** What for. */
    enum Use { WRITE, READ, DELETE }

    private record Request(Use use, Applicant applicant) {}

    private static final class Slot {
        private final Deque<Request> waiting = new ArrayDeque<>(1);
        private Use holder;
        private int readers;
    }

    private static final int WAITING = 64;

    private final CompletableFuture<Void> empty = new CompletableFuture<>();

    // all guarded by this
    private final Map<DatabaseId, Slot> slots = new HashMap<>();
    private boolean closed;

    /** Asks for a file. */
    void apply(DatabaseId id, Use use, Applicant applicant) {
        List<Runnable> effects = new ArrayList<>(2);
        synchronized (this) {
            Slot slot = slots.computeIfAbsent(id, absent -> new Slot());
            if (closed) {
                effects.add(() -> applicant.refused(closed()));
            } else if (slot.waiting.size() >= WAITING) {
                effects.add(() -> applicant.refused(new StorageException(Kind.OVERLOADED, "too many wait for " + id)));
            } else if (use == Use.READ && mayRead(slot)) {
                grant(id, slot, new Request(use, applicant), effects);
            } else {
                slot.waiting.add(new Request(use, applicant));
            }
            settle(id, slot, effects);
        }
        effects.forEach(Runnable::run);
    }

    /** Gives a file back. */
    void release(DatabaseId id, Use use) {
        List<Runnable> effects = new ArrayList<>(2);
        synchronized (this) {
            Slot slot = slots.get(id);
            if (use == Use.READ) {
                slot.readers--;
            } else {
                slot.holder = null;
            }
            settle(id, slot, effects);
        }
        effects.forEach(Runnable::run);
    }

    /** Refuses everybody from now on. Completes when nobody uses a file any more. */
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

    // from here on the caller holds the monitor

    /** Grants what can be granted now, and forgets a file that nobody wants. */
    private void settle(DatabaseId id, Slot slot, List<Runnable> effects) {
        while (!slot.waiting.isEmpty() && grant(id, slot, slot.waiting.peek(), effects)) {
            slot.waiting.poll();
        }
        if (slot.holder == null && slot.readers == 0 && slot.waiting.isEmpty()) {
            slots.remove(id, slot);
            completeIfEmpty(effects);
        }
    }

    /** Grants or refuses a request; returns false if it has to wait. */
    private boolean grant(DatabaseId id, Slot slot, Request request, List<Runnable> effects) {
        if (request.use() == Use.READ) {
            if (slot.holder == Use.DELETE) {
                return false;
            }
            slot.readers++;
            effects.add(request.applicant()::granted);
            return true;
        }
        if (request.use() == Use.DELETE && slot.holder == Use.WRITE) {
            effects.add(() -> request.applicant().refused(new StorageException(Kind.BUSY, "an open database cannot be deleted: " + id)));
            return true;
        }
        if (slot.holder != null || request.use() == Use.DELETE && slot.readers > 0) {
            return false;
        }
        slot.holder = request.use();
        effects.add(request.applicant()::granted);
        return true;
    }

    private boolean mayRead(Slot slot) {
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
