package rivet.bench;

import java.util.Map;

/**
 * One measurement.
 *
 * @param scenario what was measured
 * @param side on which server, or {@code raw}
 * @param values by name, see {@code rivet.bench.scenario.Values}
 */
record Sample(String scenario, String side, Map<String, Double> values) {
}
