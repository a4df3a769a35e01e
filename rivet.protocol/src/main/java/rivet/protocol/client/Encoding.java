package rivet.protocol.client;

import java.util.Optional;

/** How a client and an actor write their messages: the client's choice, once per connection or request. */
public enum Encoding {
    /** JSON with compat values; also what is meant where a client says nothing. */
    JSON("json", "application/json"),
    /** CBOR with compat values. */
    CBOR("cbor", "application/octet-stream"),
    /** BARE with its version before it and values in CBOR. */
    BARE("bare", "application/octet-stream");

    private final String wireName;
    private final String contentType;

    Encoding(String wireName, String contentType) {
        this.wireName = wireName;
        this.contentType = contentType;
    }

    /** Returns the name in the header {@code x-rivet-encoding} and in the subprotocol {@code rivet_encoding.<name>}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the content type of HTTP bodies. */
    public String contentType() {
        return contentType;
    }

    /** Returns the encoding of that name; names are in lower case. */
    public static Optional<Encoding> named(String name) {
        return switch (name) {
            case "json" -> Optional.of(JSON);
            case "cbor" -> Optional.of(CBOR);
            case "bare" -> Optional.of(BARE);
            default -> Optional.empty();
        };
    }
}
