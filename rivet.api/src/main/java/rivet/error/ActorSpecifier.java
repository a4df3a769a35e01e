package rivet.error;

import java.util.Optional;

/**
 * Which instance of an actor produced an error or a log line (spec/core.md R-err-5).
 *
 * @param actorId the id that the engine gave the actor
 * @param generation the start of that actor, counted from 1
 * @param key the key in its escaped form, {@link Optional#empty()} for an actor without a key
 */
public record ActorSpecifier(String actorId, long generation, Optional<String> key) {

    @Override
    public String toString() {
        return actorId + "#" + generation + key.map(k -> " (" + k + ")").orElse("");
    }
}
