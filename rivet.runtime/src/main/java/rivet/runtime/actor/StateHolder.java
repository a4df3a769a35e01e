package rivet.runtime.actor;

import java.util.Arrays;
import java.util.Optional;

import com.fasterxml.jackson.databind.JavaType;

import rivet.protocol.value.CborValues;
import rivet.runtime.value.ValueMapper;

/**
 * The state of one instance: the value that its code works on, and the bytes that stand for it on disk. Used by the thread that holds the turn.
 */
final class StateHolder {

    private final ValueMapper mapper;
    private final JavaType type;
    private final boolean immutable;

    private Object value;
    private byte[] encoded = new byte[0];
    private boolean replaced;
    private boolean mayDiffer;

    StateHolder(ValueMapper mapper, JavaType type, boolean immutable) {
        this.mapper = mapper;
        this.type = type;
        this.immutable = immutable;
    }

    /** Takes over what is on disk. */
    void load(byte[] stored) {
        value = mapper.fromPlain(CborValues.decode(stored), type, "stored state");
        encoded = stored;
        replaced = false;
        mayDiffer = false;
    }

    /** Returns the value; with a mutable type it may be changed in place from now on. */
    Object get() {
        mayDiffer = !immutable;
        return value;
    }

    void set(Object next) {
        value = next;
        replaced = true;
    }

    /**
     * Returns the encoded value if it differs from what was returned, or loaded, last.
     *
     * @param seen whether code that still runs may hold the value
     * @throws rivet.error.RivetException if it cannot be encoded; it is then as it was before
     */
    Optional<byte[]> changes(boolean seen) {
        if (!replaced && !mayDiffer && !(seen && !immutable)) {
            return Optional.empty();
        }
        byte[] bytes = CborValues.encodeExact(mapper.toPlain(value));
        replaced = false;
        mayDiffer = false;
        if (Arrays.equals(bytes, encoded)) {
            return Optional.empty();
        }
        encoded = bytes;
        return Optional.of(bytes);
    }

    /** Returns whether {@link #changes} would have to look. */
    boolean mayHaveChanged() {
        return replaced || mayDiffer;
    }

    /** Goes back to the value of the last turn that was kept. */
    void undo() {
        if (encoded.length > 0) {
            load(encoded);
        }
    }

    /** Returns the value as a plain value. */
    Object plain() {
        return mapper.toPlain(value);
    }
}
