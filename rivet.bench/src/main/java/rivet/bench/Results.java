package rivet.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** All measurements of a run and their medians. */
final class Results {

    private final List<Sample> samples = new ArrayList<>();

    void add(Sample sample) {
        samples.add(sample);
    }

    /** The median over the rounds; empty if it was not measured. */
    OptionalDouble median(String scenario, String side, String value) {
        double[] sorted = samples.stream().filter(s -> s.scenario().equals(scenario) && s.side().equals(side))
            .filter(s -> s.values().containsKey(value)).mapToDouble(s -> s.values().get(value)).sorted().toArray();
        if (sorted.length == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of((sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
    }

    /** Scenario, side, value: medians, for a file. */
    Map<String, Map<String, Map<String, Double>>> medians() {
        Map<String, Map<String, Map<String, Double>>> medians = new TreeMap<>();
        for (Sample sample : samples) {
            Map<String, Double> values = medians.computeIfAbsent(sample.scenario(), s -> new TreeMap<>())
                .computeIfAbsent(sample.side(), s -> new TreeMap<>());
            sample.values().keySet().forEach(value -> values.put(value, median(sample.scenario(), sample.side(), value).orElseThrow()));
        }
        return medians;
    }

    /** Every measurement in the order in which it was made, for a file. */
    List<Map<String, Object>> all() {
        return samples.stream().map(s -> Map.<String, Object>of("scenario", s.scenario(), "side", s.side(), "values", s.values())).toList();
    }
}
