package rivet.protocol.envoy;

import java.util.Optional;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareWriter;

/** Why a request or a response ends early. Version 6 does not say it: {@link #UNSAID}. */
public record AbortReason(Kind kind, Optional<String> detail) {

    /** The reason of versions that have none. */
    public static final AbortReason UNSAID = new AbortReason(Kind.UNKNOWN, Optional.empty());

    private static final Kind[] KINDS = Kind.values();

    /** What kind of reason. */
    public enum Kind { UNKNOWN, CANCELLED, HANDLER_ERROR, INTERNAL_ERROR }

    static AbortReason read(BareReader in) {
        return new AbortReason(in.oneOf(KINDS), in.optional(BareReader::str));
    }

    static void write(BareWriter out, AbortReason reason) {
        out.oneOf(reason.kind()).optional(reason.detail(), BareWriter::str);
    }
}
