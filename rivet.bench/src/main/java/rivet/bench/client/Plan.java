package rivet.bench.client;

import java.time.Duration;

/**
 * How long to measure.
 *
 * @param warmUp load that is not measured, before
 * @param window the length of one measurement
 */
public record Plan(Duration warmUp, Duration window) {
}
