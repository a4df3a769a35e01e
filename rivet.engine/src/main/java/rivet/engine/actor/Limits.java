package rivet.engine.actor;

import java.time.Duration;

/**
 * How long and how much.
 *
 * @param ready longest that a request waits for its actor to run
 * @param open longest that a WebSocket waits for it
 * @param waiting most that wait for one actor
 * @param resident most sleeping actors that are kept in memory
 * @param firstPause pause after a first failed start; doubles with each
 * @param lastPause longest pause
 * @param stable running so long, an actor's earlier crashes are forgiven
 * @param remembered longest that destroyed actors are listed
 * @param rememberedCount most destroyed actors that are listed
 * @param wakesPerSecond most actors that alarms wake in a second
 */
public record Limits(Duration ready, Duration open, int waiting, int resident, Duration firstPause, Duration lastPause, Duration stable,
        Duration remembered, int rememberedCount, int wakesPerSecond) {

    /** The limits of spec/wire.md 12, where it has them. */
    public static final Limits DEFAULT = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(15), 1_000, 10_000, Duration.ofMillis(250),
        Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofHours(1), 10_000, 2_000);
}
