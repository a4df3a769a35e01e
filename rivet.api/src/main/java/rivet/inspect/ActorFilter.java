package rivet.inspect;

import java.util.Optional;

/**
 * Which actors to list, newest first.
 *
 * @param type of this type only
 * @param namespace of this namespace only
 * @param idPrefix with an id that begins so
 * @param limit at most this many; 1 to 1,000
 */
public record ActorFilter(Optional<String> type, Optional<String> namespace, Optional<String> idPrefix, int limit) {}
