package rivet.test.storage;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException.Kind;

/**
 * Faults drawn by lot. The same seed gives the same faults to the same calls of a database, whatever happens to other databases meanwhile.
 * <p>
 * {@link #calm} ends them, so that what was damaged can be looked at.
 */
public final class SeededFaults implements Faults {

    private static final List<Kind> KINDS = List.of(Kind.FULL, Kind.READ_ONLY, Kind.BUSY, Kind.IO, Kind.OVERLOADED, Kind.TIMEOUT);

    /**
     * How often something goes wrong: parts of 1, which may add up to 1 at most.
     *
     * @param failed of {@link Fault.Failed}
     * @param requestLost of {@link Fault.RequestLost}
     * @param replyLost of {@link Fault.ReplyLost}
     * @param delayed of {@link Fault.Delayed}
     * @param longest longest delay, before and after a call each
     */
    public record Rates(double failed, double requestLost, double replyLost, double delayed, Duration longest) {}

    private final long seed;
    private final Rates rates;
    private final Map<DatabaseId, Random> lots = new ConcurrentHashMap<>();
    private volatile boolean calm;

    /** Makes faults; the seed tells all of them. */
    public SeededFaults(long seed, Rates rates) {
        this.seed = seed;
        this.rates = rates;
    }

    /** Lets nothing go wrong any more. */
    public void calm() {
        calm = true;
    }

    @Override
    public Fault next(DatabaseId id, Operation operation) {
        if (calm) {
            return Fault.NONE;
        }
        Random random = lots.computeIfAbsent(id, none -> new Random(seed * 0x9E3779B97F4A7C15L + id.toString().hashCode()));
        synchronized (random) {
            return draw(random);
        }
    }

    private Fault draw(Random random) {
        double lot = random.nextDouble();
        if ((lot -= rates.failed) < 0) {
            return new Fault.Failed(KINDS.get(random.nextInt(KINDS.size())));
        }
        if ((lot -= rates.requestLost) < 0) {
            return new Fault.RequestLost();
        }
        if ((lot -= rates.replyLost) < 0) {
            return new Fault.ReplyLost();
        }
        return lot - rates.delayed < 0 ? new Fault.Delayed(part(random), part(random)) : Fault.NONE;
    }

    private Duration part(Random random) {
        return Duration.ofNanos((long) (rates.longest.toNanos() * random.nextDouble()));
    }
}
