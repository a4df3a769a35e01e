package rivet.client.net;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How a {@link RivetClient} calls.
 *
 * @param namespace where its actors are
 * @param token sent with every request; empty for none
 * @param encoding how messages are written
 * @param headers sent with every request, in addition to those of the protocol
 * @param pool where actors are created
 * @param connectTimeout how long to try to reach the server
 * @param requestTimeout longest wait for an answer, longer than any that the server gives up after
 */
public record ClientOptions(String namespace, Optional<String> token, Encoding encoding, Map<String, String> headers, String pool, Duration connectTimeout,
        Duration requestTimeout) {

    /** How messages are written. Only {@link #BARE} and {@link #CBOR} tell whole numbers, dates and bytes from others for every client. */
    public enum Encoding {
        /** Readable. */
        JSON,
        /** Compact. */
        CBOR,
        /** Most compact; what the npm client speaks if nothing else is said. */
        BARE
    }

    /** Namespace {@code default}, no token, BARE, pool {@code default}, 10 seconds to connect, 330 for an answer. */
    public static final ClientOptions DEFAULT = new ClientOptions("default", Optional.empty(), Encoding.BARE, Map.of(), "default", Duration.ofSeconds(10),
        Duration.ofSeconds(330));

    /** Makes options. */
    public ClientOptions {
        headers = Map.copyOf(headers);
    }

    /** Returns options with that namespace. */
    public ClientOptions withNamespace(String name) {
        return new ClientOptions(name, token, encoding, headers, pool, connectTimeout, requestTimeout);
    }

    /** Returns options with that token. */
    public ClientOptions withToken(String secret) {
        return new ClientOptions(namespace, Optional.of(secret), encoding, headers, pool, connectTimeout, requestTimeout);
    }

    /** Returns options with that encoding. */
    public ClientOptions withEncoding(Encoding how) {
        return new ClientOptions(namespace, token, how, headers, pool, connectTimeout, requestTimeout);
    }

    /** Returns options with one more header. */
    public ClientOptions withHeader(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new ClientOptions(namespace, token, encoding, all, pool, connectTimeout, requestTimeout);
    }

    /** Returns options with that pool. */
    public ClientOptions withPool(String name) {
        return new ClientOptions(namespace, token, encoding, headers, name, connectTimeout, requestTimeout);
    }

    /** Returns options with those time limits. */
    public ClientOptions withTimeouts(Duration connect, Duration request) {
        return new ClientOptions(namespace, token, encoding, headers, pool, connect, request);
    }

    /** Tells everything but the token and the headers, which may be secrets. */
    @Override
    public String toString() {
        return "ClientOptions[namespace=" + namespace + ", encoding=" + encoding + ", pool=" + pool + "]";
    }
}
