package rivet.bench;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Where in the results a number of the table comes from.
 *
 * @param scenarios the best of them counts
 * @param side whose
 * @param value which
 */
record Cell(List<String> scenarios, String side, String value) {

    static Cell of(String scenario, String side, String value) {
        return new Cell(List.of(scenario), side, value);
    }

    /** The largest median; empty if none was measured. */
    OptionalDouble in(Results results) {
        return scenarios.stream().flatMapToDouble(scenario -> {
            OptionalDouble median = results.median(scenario, side, value);
            return median.isPresent() ? DoubleStream.of(median.getAsDouble()) : DoubleStream.empty();
        }).max();
    }
}
