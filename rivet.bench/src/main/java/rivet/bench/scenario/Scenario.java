package rivet.bench.scenario;

import java.util.Map;

/** One thing to measure on one server. */
public interface Scenario {

    /** The stable name by which results and options call it. */
    String name();

    /** Measures once; the values are named, times in microseconds, memory in bytes. */
    Map<String, Double> run(Bed bed) throws Exception;

    /** Whether it takes so long that it runs only if it is asked for by name. */
    default boolean onDemand() {
        return false;
    }

    /** Whether it starts servers of its own, which a server that was only attached does not allow. */
    default boolean startsServers() {
        return false;
    }
}
