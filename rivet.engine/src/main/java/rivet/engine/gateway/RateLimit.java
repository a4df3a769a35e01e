package rivet.engine.gateway;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How often something may happen, for each of many keys: so many a minute, a number of them at once. A token bucket that is kept as one number, the
 * time at which it will be full again; a full one is forgotten.
 * <p>
 * Invariant: a key's number grows by compare-and-set only, so that of those who come at once each pays for itself.
 */
final class RateLimit<K> {

    private static final double NANOS_A_MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_KEYS = 100_000;

    private final InstantSource clock;
    private final long interval;
    private final long allowance;
    private final ConcurrentHashMap<K, AtomicLong> full = new ConcurrentHashMap<>();
    /** That of all keys which find no place. */
    private final AtomicLong rest = new AtomicLong();

    /**
     * Makes a limit.
     *
     * @param aMinute how many a minute; none if 0
     * @param burst how many at once, at least 1
     */
    RateLimit(int aMinute, int burst, InstantSource clock) {
        this.clock = clock;
        this.interval = aMinute == 0 ? 0 : Math.max(1, (long) (NANOS_A_MINUTE / aMinute));
        this.allowance = interval * (Math.max(1, burst) - 1L);
    }

    /** Takes one. Returns how long to wait for it, which is zero if it may happen now. */
    Duration take(K key) {
        if (interval == 0) {
            return Duration.ZERO;
        }
        long now = now();
        AtomicLong fullAt = full.size() < MOST_KEYS ? full.computeIfAbsent(key, first -> new AtomicLong(now)) : full.getOrDefault(key, rest);
        for (;;) {
            long before = fullAt.get();
            long from = Math.max(before, now);
            if (from - now > allowance) {
                return Duration.ofNanos(from - now - allowance);
            }
            if (fullAt.compareAndSet(before, from + interval)) {
                return Duration.ZERO;
            }
        }
    }

    /** Forgets the buckets that are full. */
    void sweep() {
        if (!full.isEmpty()) {
            long now = now();
            // one that is taken from at this moment may be forgotten with that one: a limit is not a count
            full.values().removeIf(fullAt -> fullAt.get() <= now);
        }
    }

    private long now() {
        return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    int keys() {
        return full.size();
    }
}
