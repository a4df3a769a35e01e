package rivet.engine.web;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;

/**
 * Who may do what at the public port (spec/wire.md 13). What no token protects is for everybody, but over loopback only, unless it was said that the network may have it.
 * Fails with {@code api.forbidden}.
 */
public final class Access {

    private static final String NEEDED = "this is open on loopback only, as no token protects it; set clientToken, authToken or open of rivet.engine.EmbeddedEngine";

    private static final Logger LOG = LoggerFactory.getLogger(Access.class);

    private final Optional<Token> management;
    private final Optional<Token> client;
    private final boolean gatewayAuth;
    private final boolean open;
    private final AtomicBoolean told = new AtomicBoolean();

    /**
     * Makes the rules.
     *
     * @param management opens everything
     * @param client opens actors, and the API as far as clients use it: to find and to create actors
     * @param gatewayAuth whether actors need the management token if there is no client token
     * @param open whether what no token protects is open to the network
     */
    public Access(Optional<Token> management, Optional<Token> client, boolean gatewayAuth, boolean open) {
        this.management = management;
        this.client = client;
        this.gatewayAuth = gatewayAuth;
        this.open = open;
    }

    /** Returns rules that let everybody in. */
    public static Access everybody() {
        return new Access(Optional.empty(), Optional.empty(), false, true);
    }

    /** Lets a caller reach an actor. */
    public void requireGateway(Offer offer) {
        if (client.isEmpty() && !gatewayAuth) {
            requireLocal(offer);
        } else {
            requireOne(offer);
        }
    }

    /** Lets a caller use the API as clients do: find and create actors. */
    public void requireClientApi(Offer offer) {
        if (client.isEmpty() && management.isEmpty()) {
            requireLocal(offer);
        } else {
            requireOne(offer);
        }
    }

    /** Lets a caller use all of the API. */
    public void requireManagement(Offer offer) {
        if (management.isPresent()) {
            management.get().require(offer.token());
        } else if (client.isPresent()) {
            throw ErrorCode.API_FORBIDDEN.error("reason", "no management token is configured");
        } else {
            requireLocal(offer);
        }
    }

    private void requireOne(Offer offer) {
        // each is compared, so that the time says nothing of which are there
        boolean one = client.isPresent() && client.get().isMetBy(offer.token());
        boolean other = management.isPresent() && management.get().isMetBy(offer.token());
        if (!(one | other)) {
            throw Token.refusal(offer.token());
        }
    }

    private void requireLocal(Offer offer) {
        if (!open && !offer.local()) {
            if (told.compareAndSet(false, true)) {
                LOG.warn("A request from the network was refused, as more of them will be: {}", NEEDED);
            }
            throw ErrorCode.API_FORBIDDEN.error("reason", NEEDED);
        }
    }

    /**
     * What a caller comes with.
     *
     * @param token the token, wherever it was
     * @param local whether the connection came in over loopback
     */
    public record Offer(Optional<String> token, boolean local) {

        private static final String BEARER = "bearer ";

        /** Returns an offer by the header {@code authorization}. */
        public static Offer bearer(Optional<String> authorization, boolean local) {
            return new Offer(authorization.filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(value -> value.substring(BEARER.length()).strip()), local);
        }

        /** Tells no token. */
        @Override
        public String toString() {
            return (token.isPresent() ? "a token" : "no token") + (local ? ", local" : "");
        }
    }
}
