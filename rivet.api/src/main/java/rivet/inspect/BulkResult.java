package rivet.inspect;

import java.util.List;
import java.util.Optional;

/**
 * What became of a page of actors.
 *
 * @param done how many it was done to
 * @param failures those that it could not be done to, and why
 * @param next for {@link ActorSearch#after}; empty if there are no more
 */
public record BulkResult(int done, List<Failure> failures, Optional<String> next) {

    /**
     * An actor that something could not be done to.
     *
     * @param actorId its id
     * @param reason why
     */
    public record Failure(String actorId, String reason) {}
}
