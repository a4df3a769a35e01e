package rivet.inspect;

import java.util.List;
import java.util.Optional;

/**
 * Some of the actors that were looked for.
 *
 * @param actors they
 * @param next where the next page begins, see {@link ActorSearch#after}; empty at the end
 */
public record ActorPage(List<ActorInfo> actors, Optional<String> next) {}
