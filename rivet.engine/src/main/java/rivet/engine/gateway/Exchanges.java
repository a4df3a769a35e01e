package rivet.engine.gateway;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import rivet.error.ErrorCode;

/** The requests that wait for the beginning of their answer: a bounded number, each for a bounded time. */
final class Exchanges {

    private final InstantSource clock;
    private final int most;
    private final int body;
    private final long patience;
    private final Set<HttpExchange> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicInteger count = new AtomicInteger();

    Exchanges(InstantSource clock, int most, int body, Duration patience) {
        this.clock = clock;
        this.most = most;
        this.body = body;
        this.patience = patience.toMillis();
    }

    /** Returns whether another one may come in; it is to be added then. */
    boolean admit() {
        if (count.incrementAndGet() <= most) {
            return true;
        }
        count.decrementAndGet();
        return false;
    }

    /** One that was to come in does not. */
    void withdraw() {
        count.decrementAndGet();
    }

    /** Returns the most bytes of a body. */
    int body() {
        return body;
    }

    /** Returns until when an answer has to begin. */
    long deadline() {
        return clock.millis() + patience;
    }

    void add(HttpExchange exchange) {
        waiting.add(exchange);
    }

    void answered(HttpExchange exchange) {
        count.decrementAndGet();
        waiting.remove(exchange);
    }

    /** Answers those who waited too long. */
    void sweep() {
        long now = clock.millis();
        for (HttpExchange exchange : waiting) {
            if (exchange.isLate(now)) {
                // the original's code has clients send it again, though it has begun
                exchange.fail(ErrorCode.GUARD_REQUEST_TIMEOUT.error());
            }
        }
    }

    /** Answers all. */
    void close() {
        waiting.forEach(HttpExchange::end);
    }

    int count() {
        return count.get();
    }
}
