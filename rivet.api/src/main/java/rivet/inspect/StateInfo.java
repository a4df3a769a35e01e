package rivet.inspect;

/**
 * An actor's state.
 *
 * @param value a plain value (see {@link rivet.value}); null if there is none
 * @param enabled whether the actor has state
 * @param live whether it was read from the awake actor, else from disk
 */
public record StateInfo(Object value, boolean enabled, boolean live) {}
