package rivet.inspect;

import java.util.List;
import java.util.Optional;

/**
 * An actor type.
 *
 * @param name its name
 * @param factories those present, best first; empty when all are gone
 * @param awake actors awake now
 * @param actions names of its actions, once an instance has been made
 * @param error why the best factory cannot make actors, if so
 */
public record TypeInfo(String name, List<FactoryInfo> factories, int awake, List<String> actions, Optional<String> error) {

    /**
     * One factory of a type.
     *
     * @param bundle symbolic name of its bundle
     * @param version version of its bundle
     * @param ranking service ranking
     * @param serviceId service id
     * @param awake actors awake on it
     */
    public record FactoryInfo(String bundle, String version, int ranking, long serviceId, int awake) {}
}
