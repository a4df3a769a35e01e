package rivet.runtime.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * The one place of an instance for a transaction that goes over await points (R-tx-1 to R-tx-8, R-tx-19 to R-tx-24, R-sql-16).
 * <p>
 * Invariants, under {@code this}: in phases BEGINNING and OPEN the place is its {@code owner}'s and nobody else's; who waits does so in the order of
 * arrival, and only while the place is taken; CLOSED is never left, and nobody waits then. Waiters are told without the lock.
 */
final class Slot {

    private enum Phase {
        IDLE, BEGINNING, OPEN, CLOSED
    }

    private record Waiter(Object owner, CompletableFuture<Void> place) {}

    private Phase phase = Phase.IDLE;
    private Object owner;
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

    /**
     * Takes the place if it is free.
     *
     * @return whether it was
     * @throws rivet.error.RivetException {@code actor.stopping} if the place is closed
     */
    synchronized boolean take(Object next) {
        requireOpen();
        if (phase != Phase.IDLE) {
            return false;
        }
        begin(next);
        return true;
    }

    /**
     * Takes the place when it is free, behind those who came before. The stage fails with {@code actor.stopping} if the place is closed first.
     *
     * @throws rivet.error.RivetException {@code actor.stopping} if the place is closed
     */
    synchronized CompletionStage<Void> request(Object next) {
        if (take(next)) {
            return CompletableFuture.completedStage(null);
        }
        Waiter waiter = new Waiter(next, new CompletableFuture<>());
        waiters.add(waiter);
        return waiter.place;
    }

    private void requireOpen() {
        if (phase == Phase.CLOSED) {
            throw ErrorCode.ACTOR_STOPPING.error();
        }
    }

    private void begin(Object next) {
        phase = Phase.BEGINNING;
        owner = next;
    }

    /** Who has the place has opened its transaction; returns false if the place was closed meanwhile (R-tx-7). */
    synchronized boolean opened(Object by) {
        if (phase != Phase.BEGINNING || owner != by) {
            return false;
        }
        phase = Phase.OPEN;
        return true;
    }

    /** Gives the place up, or no longer waits for it; without effect for anybody else. */
    void leave(Object by) {
        Waiter next = null;
        synchronized (this) {
            waiters.removeIf(waiter -> waiter.owner == by);
            if (owner != by) {
                return;
            }
            owner = null;
            if (phase == Phase.CLOSED) {
                return;
            }
            phase = Phase.IDLE;
            next = waiters.poll();
            if (next != null) {
                begin(next.owner);
            }
        }
        if (next != null) {
            next.place.complete(null);
        }
    }

    /** Takes the place from who has it: who waits behind it is refused, rather than served late (R-sql-16). */
    void expire(Object by, Supplier<RivetException> reason) {
        List<Waiter> refused = List.of();
        synchronized (this) {
            if (owner == by) {
                refused = List.copyOf(waiters);
                waiters.clear();
            }
        }
        refused.forEach(waiter -> waiter.place.completeExceptionally(reason.get()));
        leave(by);
    }

    /** Returns whether a transaction is open. */
    synchronized boolean isOpen() {
        return phase == Phase.OPEN;
    }

    /** Lets nobody in any more. */
    void close() {
        List<Waiter> refused;
        synchronized (this) {
            phase = Phase.CLOSED;
            refused = new ArrayList<>(waiters);
            waiters.clear();
        }
        refused.forEach(waiter -> waiter.place.completeExceptionally(ErrorCode.ACTOR_STOPPING.error()));
    }
}
