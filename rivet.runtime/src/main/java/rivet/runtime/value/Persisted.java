package rivet.runtime.value;

import java.util.function.Supplier;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.value.CborValues;

/** Reads what is stored. Only damage, or another writer, can make it other than what was written: that is {@code protocol.invalid_persisted_data}. */
public final class Persisted {

    private Persisted() {}

    /**
     * Decodes a stored value.
     *
     * @param label what it is, for the error
     */
    public static Object decode(byte[] stored, String label) {
        return read(label, () -> CborValues.decode(stored));
    }

    /**
     * Reads something that is stored.
     *
     * @param label what it is, for the error
     */
    public static <T> T read(String label, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (RivetException e) {
            throw e;
        } catch (RuntimeException e) {
            throw ErrorCode.PROTOCOL_INVALID_PERSISTED_DATA.error("label", label, "reason", String.valueOf(e.getMessage())).withCause(e);
        }
    }
}
