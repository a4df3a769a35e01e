package rivet.protocol.envoy;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/**
 * Encodes and decodes the messages of the envoy protocol, for both sides: one message is one binary WebSocket frame, without a version in it, because both
 * sides know it from the URL of the connection. Immutable.
 * <p>
 * {@code encode} throws {@link IllegalArgumentException} for a message that the version does not have, {@code decode} throws
 * {@link rivet.protocol.DecodeException} if the bytes are not such a message; it allocates nothing for a length that they do not have.
 */
public final class EnvoyProtocol {

    /** The version to prefer. */
    public static final EnvoyProtocol V8 = new EnvoyProtocol(8, ToRivetSchema.version8(), ToEnvoySchema.version8());

    /** The version for engines that do not know {@link #V8}: no streamed bodies, no reasons of aborts, no commits in segments. */
    public static final EnvoyProtocol V6 = new EnvoyProtocol(6, ToRivetSchema.version6(), ToEnvoySchema.version6());

    private final int version;
    private final BareUnion<ToRivet> toRivet;
    private final BareUnion<ToEnvoy> toEnvoy;

    private EnvoyProtocol(int version, BareUnion<ToRivet> toRivet, BareUnion<ToEnvoy> toEnvoy) {
        this.version = version;
        this.toRivet = toRivet;
        this.toEnvoy = toEnvoy;
    }

    /** Returns the number of the version, for the URL. */
    public int version() {
        return version;
    }

    /** Encodes what an envoy says. */
    public byte[] encode(ToRivet message) {
        BareWriter out = new BareWriter();
        toRivet.write(out, message);
        return out.toByteArray();
    }

    /** Encodes what an engine says. */
    public byte[] encode(ToEnvoy message) {
        BareWriter out = new BareWriter();
        toEnvoy.write(out, message);
        return out.toByteArray();
    }

    /** Decodes what an envoy said. */
    public ToRivet decodeToRivet(byte[] message) {
        return decode(toRivet, message);
    }

    /** Decodes what an engine said. */
    public ToEnvoy decodeToEnvoy(byte[] message) {
        return decode(toEnvoy, message);
    }

    private static <T> T decode(BareUnion<T> union, byte[] message) {
        BareReader in = new BareReader(message);
        T value = union.read(in);
        in.end();
        return value;
    }
}
