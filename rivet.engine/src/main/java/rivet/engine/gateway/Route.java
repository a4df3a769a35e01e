package rivet.engine.gateway;

import java.util.Optional;

/** Where a request goes. */
sealed interface Route {

    /** The API. */
    record Api() implements Route {}

    /**
     * An actor.
     *
     * @param id what stands in the place of an id
     * @param token the token that came with the path or among the subprotocols
     * @param target path and query as the actor sees them
     */
    record ById(String id, Optional<String> token, String target) implements Route {}

    /**
     * The actor of a query.
     *
     * @param query which
     * @param target path and query as the actor sees them
     */
    record ByQuery(GatewayQuery query, String target) implements Route {}
}
