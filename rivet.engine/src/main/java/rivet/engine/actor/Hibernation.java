package rivet.engine.actor;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import rivet.error.ErrorCode;
import rivet.spi.engine.HibernatingSocket;

/**
 * The WebSockets that stay open while their actors sleep (spec/core.md 5.5). Kept apart from the cells, so that a sleeping actor need not be in memory for the sake of
 * its clients.
 * <p>
 * Between two generations every socket is detached; a frame that comes then, or is left, has the actor woken, again and again until it runs or the frame has
 * waited for too long.
 */
final class Hibernation {

    /** Longest that a frame waits for its actor (R-hib-19). */
    private static final long PATIENCE = 90_000;
    private static final long RETRY = 1_000;
    private static final long TICK = 100;

    private final Surroundings around;
    private final Cells cells;
    private final Map<String, HeldSockets> byActor = new ConcurrentHashMap<>();
    private final int atOnce;
    // guarded by left: actors whose clients have gone
    private final ArrayDeque<String> left = new ArrayDeque<>();
    private boolean ticking;

    Hibernation(Surroundings around, Cells cells, int wakesPerSecond) {
        this.around = around;
        this.cells = cells;
        this.atOnce = Math.max(1, (int) (wakesPerSecond * TICK / 1_000));
    }

    // ------------------------------------------------------------------ sockets come and go

    /** A socket is about to be offered to a running generation. */
    void offer(String actorId, HeldSocket socket) {
        for (;;) {
            HeldSockets sockets = byActor.computeIfAbsent(actorId, id -> new HeldSockets(this, id));
            if (sockets.add(socket)) {
                socket.offered(sockets);
                return;
            }
            forget(sockets);
        }
    }

    /** It was not taken, or does not hibernate. */
    void withdraw(String actorId, HeldSocket socket) {
        Optional.ofNullable(byActor.get(actorId)).ifPresent(sockets -> sockets.remove(socket));
    }

    void forget(HeldSockets empty) {
        byActor.remove(empty.actorId(), empty);
    }

    // ------------------------------------------------------------------ generations come and go

    /** Returns what is to be offered to a generation that is about to start. */
    List<HibernatingSocket> detached(String actorId) {
        HeldSockets sockets = byActor.get(actorId);
        return sockets == null ? List.of() : sockets.detached();
    }

    /** A generation has started: what was offered to it and not resumed is not known to it (R-hib-6). */
    void started(List<HibernatingSocket> offered) {
        for (HibernatingSocket socket : offered) {
            if (((HeldSocket) socket).isDetached()) {
                socket.close(1000, ErrorCode.WS_META_NOT_FOUND_DURING_RESTORE.reason());
            }
        }
    }

    /** A generation has ended: its sockets are detached. Done before the next can begin. */
    void ended(String actorId) {
        each(actorId, HeldSocket::detach);
        if (waits(actorId)) {
            wake(actorId);
        }
    }

    /** A start has failed: what waits is tried again, or has waited for too long. */
    void startFailed(String actorId) {
        each(actorId, socket -> {
            if (socket.waits() && around.now() - socket.waitsSince() > PATIENCE) {
                socket.close(1011, ErrorCode.GUARD_ACTOR_READY_TIMEOUT.reason());
                withdraw(actorId, socket);
            }
        });
        HeldSockets sockets = byActor.get(actorId);
        if (waits(actorId) && sockets != null && sockets.retry(true)) {
            around.timer().schedule(() -> {
                sockets.retry(false);
                wake(actorId);
            }, RETRY, TimeUnit.MILLISECONDS);
        }
    }

    /** The actor is destroyed: so are its sockets. */
    void destroyed(String actorId) {
        each(actorId, socket -> {
            socket.close(1000, "");
            withdraw(actorId, socket);
        });
    }

    private boolean waits(String actorId) {
        HeldSockets sockets = byActor.get(actorId);
        return sockets != null && sockets.all().stream().anyMatch(HeldSocket::waits);
    }

    private void each(String actorId, Consumer<HeldSocket> what) {
        HeldSockets sockets = byActor.get(actorId);
        if (sockets != null) {
            sockets.all().forEach(what);
        }
    }

    // ------------------------------------------------------------------ waking

    /** Has an actor started for what waits. */
    void wake(String actorId) {
        cells.with(actorId, cell -> cell.wakeForSockets(this)).whenComplete((found, failure) -> {
            if (failure != null) {
                startFailed(actorId);
            } else if (!found) {
                destroyed(actorId);
            }
        });
    }

    /** Has an actor started to hear that a client has gone; not all at once when a network has gone. */
    void wakeSoon(String actorId) {
        synchronized (left) {
            left.add(actorId);
            if (ticking) {
                return;
            }
            ticking = true;
        }
        tick();
    }

    private void tick() {
        for (int i = 0; i < atOnce; i++) {
            String next;
            synchronized (left) {
                next = left.poll();
                if (next == null) {
                    ticking = false;
                    return;
                }
            }
            cells.with(next, ActorCell::wake);
        }
        around.timer().schedule(this::tick, TICK, TimeUnit.MILLISECONDS);
    }
}
