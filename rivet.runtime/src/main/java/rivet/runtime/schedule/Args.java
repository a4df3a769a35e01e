package rivet.runtime.schedule;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import rivet.protocol.value.CborValues;
import rivet.runtime.value.Persisted;

/** Arguments as they are stored: CBOR of a list of plain values, nothing for none. */
final class Args {

    private static final byte[] NONE = {};

    private Args() {}

    static byte[] encode(List<Object> plain) {
        return plain.isEmpty() ? NONE : CborValues.encodeExact(plain);
    }

    /** Returns the list; something else that is stored is one argument. */
    static List<Object> decode(byte[] stored) {
        if (stored.length == 0) {
            return List.of();
        }
        Object plain = Persisted.decode(stored, "arguments of a schedule");
        return Collections.unmodifiableList(plain instanceof List<?> list ? list : Arrays.asList(plain));
    }
}
