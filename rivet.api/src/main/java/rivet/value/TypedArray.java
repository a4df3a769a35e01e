package rivet.value;

import java.util.Arrays;

/**
 * A JavaScript typed array other than {@code Uint8Array} (which is {@code byte[]}).
 *
 * @param kind the element type
 * @param bytes the elements, little-endian, as they lie in a JavaScript buffer
 */
public record TypedArray(Kind kind, byte[] bytes) {

    /** Element types and their tags in CBOR (RFC 8746, little-endian). */
    public enum Kind {
        UINT8_CLAMPED(68), UINT16(69), UINT32(70), UINT64(71), INT8(72), INT16(77), INT32(78), INT64(79), FLOAT32(85), FLOAT64(86);

        private final int tag;

        Kind(int tag) {
            this.tag = tag;
        }

        /** Returns the CBOR tag. */
        public int tag() {
            return tag;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TypedArray that && kind == that.kind && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return kind + "[" + bytes.length + " bytes]";
    }
}
