package rivet.inspect;

import java.util.Optional;
import java.util.Set;

/**
 * Which events to hear of.
 *
 * @param type of actors of this type only
 * @param actorId of this actor only
 * @param kinds of these kinds; all if it is empty
 * @param failuresOnly only what failed
 */
public record EventFilter(Optional<String> type, Optional<String> actorId, Set<ActorEvent.Kind> kinds, boolean failuresOnly) {

    /** Everything. */
    public static final EventFilter ALL = new EventFilter(Optional.empty(), Optional.empty(), Set.of(), false);

    public EventFilter {
        kinds = Set.copyOf(kinds);
    }

    /** Returns whether an event is one of these. */
    public boolean matches(ActorEvent event) {
        return (type.isEmpty() || type.get().equals(event.type())) && (actorId.isEmpty() || actorId.get().equals(event.actorId()))
            && (kinds.isEmpty() || kinds.contains(event.kind())) && (!failuresOnly || event.error().isPresent());
    }
}
