package rivet.inspect;

import java.util.Optional;

/**
 * One generation of an actor type's code: a factory that is there.
 *
 * @param type name of the type
 * @param bundle symbolic name of its bundle
 * @param version version of its bundle
 * @param ranking service ranking
 * @param serviceId service id
 * @param stateVersion version of the state that it writes
 * @param awake actors awake on it
 * @param paused why its roll-out is paused, if so: it is given to no actor that other code can run
 */
public record TypeVersion(String type, String bundle, String version, int ranking, long serviceId, int stateVersion, int awake, Optional<String> paused) {}
