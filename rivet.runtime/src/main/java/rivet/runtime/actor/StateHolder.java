package rivet.runtime.actor;

import java.util.Arrays;
import java.util.Optional;

import com.fasterxml.jackson.databind.JavaType;

import rivet.protocol.value.CborValues;
import rivet.runtime.value.Persisted;
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
    private byte[] taken = encoded;
    private long revision;
    private boolean replaced;
    private boolean mayDiffer;

    StateHolder(ValueMapper mapper, JavaType type, boolean immutable) {
        this.mapper = mapper;
        this.type = type;
        this.immutable = immutable;
    }

    /** Takes over what is on disk. */
    void load(byte[] stored) {
        value = mapper.fromPlain(Persisted.decode(stored, "state"), type, "stored state");
        encoded = stored;
        taken = stored;
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

    /** Puts a plain value in its place, if the code can read it ({@code actor.validation_error}). */
    void setPlain(Object plain) {
        set(mapper.fromPlain(plain, type, "state"));
    }

    /**
     * Returns the encoded value if it differs from what was taken, or loaded, last.
     *
     * @param seen whether code that still runs may hold the value
     * @param always take it even if it does not differ
     * @throws rivet.error.RivetException if it cannot be encoded; it is then as it was before
     */
    Optional<byte[]> changes(boolean seen, boolean always) {
        encode(seen, always);
        if (taken == encoded && !always) {
            return Optional.empty();
        }
        taken = encoded;
        return Optional.of(encoded);
    }

    /**
     * Returns how often the encoded value was another than the time before, as far as anybody looked: who compares two numbers knows whether the state changed.
     *
     * @param seen whether code that still runs may hold the value
     */
    long revision(boolean seen) {
        encode(seen, false);
        return revision;
    }

    /** Returns the value as it was encoded last. */
    byte[] encoded() {
        return encoded;
    }

    private void encode(boolean seen, boolean always) {
        if (!mayHaveChanged(seen) && !always) {
            return;
        }
        byte[] bytes = CborValues.encodeExact(mapper.toPlain(value));
        replaced = false;
        mayDiffer = false;
        if (!Arrays.equals(bytes, encoded)) {
            encoded = bytes;
            revision++;
        }
    }

    /** Returns whether {@link #changes} would have to look. */
    boolean mayHaveChanged(boolean seen) {
        return replaced || mayDiffer || seen && !immutable;
    }

    /** Goes back to the value of the last turn that was kept. */
    void undo() {
        if (taken.length > 0) {
            load(taken);
        }
    }

    /** What the value was at some moment. */
    record Memory(Object value, byte[] bytes, boolean replaced, boolean mayDiffer) {}

    /** Remembers the value, so that {@link #goBack} can return to it. */
    Memory remember() {
        return new Memory(value, immutable ? null : encodedNow(), replaced, mayDiffer);
    }

    /** Returns to what the value was. */
    void goBack(Memory memory) {
        value = immutable ? memory.value : decode(memory.bytes);
        replaced = memory.replaced || !immutable;
        mayDiffer = memory.mayDiffer;
    }

    /** A value that is in use, or was put aside. */
    record Face(Object value, boolean replaced, boolean mayDiffer) {}

    /** Returns a value of its own for somebody who works apart from the others. */
    Face copy(byte[] bytes) {
        return new Face(immutable ? value : decode(bytes), false, false);
    }

    /** Puts another value into use; returns the one that was. */
    Face exchange(Face next) {
        Face before = new Face(value, replaced, mayDiffer);
        value = next.value;
        replaced = next.replaced;
        mayDiffer = next.mayDiffer;
        return before;
    }

    /** Takes a value over whose encoded form has been stored. It counts as a change for who asks whether there is any. */
    void install(Face stored, byte[] bytes) {
        value = stored.value;
        replaced = true;
        mayDiffer = stored.mayDiffer;
        encoded = bytes;
        taken = bytes;
        revision++;
    }

    /** Returns the encoded form of a value that was put aside. */
    byte[] encode(Face aside) {
        return CborValues.encodeExact(mapper.toPlain(aside.value));
    }

    /** Returns the encoded value, and changes nothing. */
    byte[] encodedNow() {
        return CborValues.encodeExact(mapper.toPlain(value));
    }

    /** Returns how many bytes the value would take to store; 0 if it is what was taken last. */
    int unsavedBytes() {
        byte[] now = encodedNow();
        return Arrays.equals(now, taken) ? 0 : now.length;
    }

    /** Returns the revision as far as anybody looked. */
    long revisions() {
        return revision;
    }

    private Object decode(byte[] bytes) {
        return mapper.fromPlain(CborValues.decode(bytes), type, "state");
    }

    /** Returns the value as a plain value. */
    Object plain() {
        return mapper.toPlain(value);
    }
}
