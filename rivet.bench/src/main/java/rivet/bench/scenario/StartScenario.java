package rivet.bench.scenario;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import rivet.bench.process.ServerProcess;

/** From starting the process to the first answered action: with no data, and with all data of the scenarios before. */
public record StartScenario(String name) implements Scenario {

    /** With no data, in microseconds. */
    public static final String EMPTY = "empty";
    /** With the data of the scenarios before, in microseconds. */
    public static final String FULL = "full";

    @Override
    public boolean startsServers() {
        return true;
    }

    @Override
    public Map<String, Double> run(Bed bed) throws Exception {
        Map<String, Double> values = new LinkedHashMap<>();
        try (ServerProcess server = bed.target().extra()) {
            values.put(EMPTY, micros(bed.target().awaitAnswer(server)));
        }
        values.put(FULL, micros(bed.target().restart()));
        return values;
    }

    private static double micros(Duration duration) {
        return duration.toNanos() / 1e3;
    }
}
