package rivet.sqlite.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Open files, of which there are never more than a limit: lent to databases that work, and kept for those that rest, the ones used last.
 * Whoever asks has the file to himself by the rules of {@link Slots}, so that nobody else asks for the same one meanwhile.
 * <p>
 * Invariants, all under the monitor: a file is at most one of lent, resting and being closed; {@code handles} counts these. A file that is
 * being closed is not lent before that is done. Who waits is served in order, but those behind him whose file is being closed are passed over;
 * nobody waits while a handle rests. Borrowers hear outside the monitor.
 *
 * @param <H> an open file
 */
final class HandlePool<H> {

    /** Who wants a file. Exactly one method is called, once, with no lock held; neither may touch a file on the calling thread. */
    interface Borrower<H> {

        /**
         * Has the file now, until {@link #giveBack} or {@link #gone}.
         *
         * @param handle of the file if it is open; else the borrower may open it
         * @param eldest must be closed before
         */
        void lent(Optional<H> handle, Optional<Eldest<H>> eldest);

        void refused(StorageException cause);
    }

    /** A handle that has to make room; {@link #gone} follows when it is closed. */
    record Eldest<H>(DatabaseId id, H handle) {}

    private static final class Request<H> {
        private final DatabaseId id;
        private final Borrower<H> borrower;
        private int ticks;

        Request(DatabaseId id, Borrower<H> borrower) {
            this.id = id;
            this.borrower = borrower;
        }
    }

    private final int atRest;
    private final int atMost;
    private final int room;
    private final Consumer<Eldest<H>> closer;
    private final CompletableFuture<Void> empty = new CompletableFuture<>();

    // all guarded by this
    private final Map<DatabaseId, H> resting = new LinkedHashMap<>();
    private final Set<DatabaseId> closing = new HashSet<>();
    private final Map<DatabaseId, Consumer<Optional<H>>> takers = new LinkedHashMap<>();
    private final Deque<Request<H>> waiting = new ArrayDeque<>();
    private int handles;
    private boolean closed;

    /**
     * Makes an empty one.
     *
     * @param atRest from as many handles on, those that rest are closed
     * @param atMost most handles at all
     * @param room most borrowers that wait
     * @param closer closes a handle and then calls {@link #gone}
     */
    HandlePool(int atRest, int atMost, int room, Consumer<Eldest<H>> closer) {
        this.atRest = atRest;
        this.atMost = atMost;
        this.room = room;
        this.closer = closer;
    }

    /** Asks for a file, and waits for it if all handles are in use. Refused with kind {@code OVERLOADED} if too many wait already. */
    void borrow(DatabaseId id, Borrower<H> borrower) {
        change(effects -> {
            H handle = resting.remove(id);
            if (handle != null) {
                effects.add(() -> borrower.lent(Optional.of(handle), Optional.empty()));
            } else if (waiting.size() >= room) {
                effects.add(() -> borrower.refused(inUse()));
            } else {
                waiting.add(new Request<>(id, borrower));
            }
        });
    }

    /** Takes a resting handle out for good, to be closed; the taker may be kept waiting until one that is being closed is gone. */
    void take(DatabaseId id, Consumer<Optional<H>> taker) {
        change(effects -> {
            if (closing.contains(id)) {
                takers.put(id, taker);
            } else {
                Optional<H> handle = Optional.ofNullable(resting.remove(id));
                effects.add(() -> taker.accept(handle));
            }
        });
    }

    /** Gives a borrowed handle back, to rest until the next use. */
    void giveBack(DatabaseId id, H handle) {
        change(effects -> resting.put(id, handle));
    }

    /** A file that was borrowed, taken or had to make room is closed, or was not opened at all. */
    void gone(DatabaseId id) {
        change(effects -> {
            handles--;
            closing.remove(id);
            Consumer<Optional<H>> taker = takers.remove(id);
            if (taker != null) {
                effects.add(() -> taker.accept(Optional.empty()));
            }
        });
    }

    /** Counts a tick of the watch, and refuses borrowers who have waited for so many with kind {@code OVERLOADED}. */
    void tick(int limit) {
        change(effects -> {
            waiting.forEach(request -> request.ticks++);
            while (!waiting.isEmpty() && waiting.peek().ticks >= limit) {
                Request<H> tired = waiting.poll();
                effects.add(() -> tired.borrower.refused(inUse()));
            }
        });
    }

    /** Lets nothing rest any more. Completes when no file is open. */
    CompletableFuture<Void> close() {
        change(effects -> closed = true);
        return empty;
    }

    /** Returns how many handles are open, about to be opened or about to be closed. */
    synchronized int handles() {
        return handles;
    }

    private void change(Consumer<List<Runnable>> change) {
        List<Runnable> effects = new ArrayList<>(2);
        synchronized (this) {
            change.accept(effects);
            if (!waiting.isEmpty()) {
                lend(effects);
            }
            closeSome(effects);
            if (closed && handles == 0) {
                effects.add(() -> empty.complete(null));
            }
        }
        effects.forEach(Runnable::run);
    }

    // from here on the caller holds the monitor

    private void lend(List<Runnable> effects) {
        Iterator<Request<H>> requests = waiting.iterator();
        while (requests.hasNext()) {
            Request<H> request = requests.next();
            if (closing.contains(request.id)) {
                continue;
            }
            Optional<Eldest<H>> eldest = handles >= atRest ? eldest() : Optional.empty();
            if (eldest.isEmpty() && handles >= atMost) {
                return;
            }
            handles++;
            requests.remove();
            effects.add(() -> request.borrower.lent(Optional.empty(), eldest));
        }
    }

    private void closeSome(List<Runnable> effects) {
        while (closed || handles - closing.size() > atRest) {
            Optional<Eldest<H>> eldest = eldest();
            if (eldest.isEmpty()) {
                return;
            }
            effects.add(() -> closer.accept(eldest.get()));
        }
    }

    private Optional<Eldest<H>> eldest() {
        Iterator<Map.Entry<DatabaseId, H>> entries = resting.entrySet().iterator();
        if (!entries.hasNext()) {
            return Optional.empty();
        }
        Map.Entry<DatabaseId, H> first = entries.next();
        Eldest<H> eldest = new Eldest<>(first.getKey(), first.getValue());
        entries.remove();
        closing.add(eldest.id());
        return Optional.of(eldest);
    }

    private StorageException inUse() {
        return new StorageException(Kind.OVERLOADED, "all " + atMost + " database handles are in use");
    }
}
