package rivet.bench.raw;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** One thing that sqlite-jdbc can do, without a server. */
public interface RawScenario {

    /** The stable name by which results and options call it. */
    String name();

    /**
     * Measures once.
     *
     * @param folder empty; the scenario's own
     * @return named values as in {@code rivet.bench.scenario.Values}
     */
    Map<String, Double> run(Path folder, Duration warmUp, Duration length) throws Exception;
}
