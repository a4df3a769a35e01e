package rivet.engine.gateway;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import rivet.error.ErrorCode;
import rivet.spi.engine.SocketId;

/** The WebSockets that are open, a bounded number. */
final class Sockets {

    private final ScheduledExecutorService timer;
    private final PortLimits limits;
    private final Backlog backlog;
    private final InstantSource clock;
    private final int number;
    private final AtomicInteger ids = new AtomicInteger();
    private final Set<GatewaySocket> open = ConcurrentHashMap.newKeySet();

    /** @param number of this gateway among all that ever were, as good as certainly */
    Sockets(ScheduledExecutorService timer, InstantSource clock, PortLimits limits, int number) {
        this.timer = timer;
        this.clock = clock;
        this.limits = limits;
        this.number = number;
        this.backlog = new Backlog(limits.allSocketBytes());
    }

    Backlog backlog() {
        return backlog;
    }

    /** Names a socket. */
    SocketId newId() {
        return new SocketId(number, ids.incrementAndGet());
    }

    /** Returns the time, epoch milliseconds. */
    long now() {
        return clock.millis();
    }

    PortLimits limits() {
        return limits;
    }

    /** Adds a socket; closes it and returns false if there are too many. */
    boolean add(GatewaySocket socket) {
        if (open.size() >= limits.sockets()) {
            socket.close(CloseFrame.SERVER_ERROR, ErrorCode.GUARD_RATE_LIMIT.reason());
            return false;
        }
        open.add(socket);
        return true;
    }

    void remove(GatewaySocket socket) {
        open.remove(socket);
    }

    /** Cuts a socket off that is being closed, if it is not closed in time. */
    void cutOffLater(GatewaySocket socket) {
        Duration time = limits.closing();
        timer.schedule(socket::cutOff, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Tells all clients to come back later. */
    void closeAll() {
        open.forEach(socket -> socket.close(CloseFrame.GOING_AWAY, ErrorCode.WS_GOING_AWAY.reason()));
    }

    int count() {
        return open.size();
    }
}
