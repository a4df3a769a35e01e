package rivet.engine.gateway;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** How often requests may be made and WebSockets opened: by a client's address, and of an actor. Fails with {@code guard.rate_limit}. */
public final class Rates {

    private static final int NETWORK_BYTES = 8;

    /**
     * The limits; a rate of 0 is none.
     *
     * @param addressRate most of one address in a minute
     * @param addressBurst most of one address at once
     * @param actorRate most of one actor in a minute
     * @param actorBurst most of one actor at once
     */
    public record Limits(int addressRate, int addressBurst, int actorRate, int actorBurst) {

        /** No limits. */
        public static final Limits NONE = new Limits(0, 1, 0, 1);
    }

    private final boolean byAddress;
    private final RateLimit<InetAddress> addresses;
    private final RateLimit<String> actors;

    /** Makes the limits. */
    public Rates(Limits limits, InstantSource clock) {
        this.byAddress = limits.addressRate() > 0;
        this.addresses = new RateLimit<>(limits.addressRate(), limits.addressBurst(), clock);
        this.actors = new RateLimit<>(limits.actorRate(), limits.actorBurst(), clock);
    }

    /** Counts a request of a client. */
    void address(Peer peer) {
        if (byAddress) {
            check(addresses.take(network(peer.address())));
        }
    }

    /** Counts a request for an actor. */
    void actor(String id) {
        check(actors.take(id));
    }

    private static void check(Duration wait) {
        if (wait.isPositive()) {
            throw refusal(wait);
        }
    }

    private static RivetException refusal(Duration wait) {
        return ErrorCode.GUARD_RATE_LIMIT.error("retryAfterMs", wait.plusMillis(1).toMillis());
    }

    /** Of IPv6 a client has a whole network of addresses, which count as one. */
    private static InetAddress network(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("16 bytes are an address", e);
        }
    }

    void sweep() {
        addresses.sweep();
        actors.sweep();
    }
}
