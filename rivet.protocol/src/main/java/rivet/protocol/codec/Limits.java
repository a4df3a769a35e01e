package rivet.protocol.codec;

/** What a value may not exceed. Writing keeps these limits too, so that what is written can be read and the other way round. */
public final class Limits {

    /** How deep arrays, objects and tags may nest in a value. */
    public static final int DEPTH = 256;

    /** What an envelope adds to that: the message, its body, the fields. */
    public static final int ENVELOPE_DEPTH = 3;

    /** The longest number of JSON in characters. Turning decimal digits into binary takes more than linear time. */
    static final int NUMBER_CHARACTERS = 1_000;

    /** The longest bigint in bits, for the same reason. */
    static final int BIG_INTEGER_BITS = 32_768;

    /** No number of {@link #BIG_INTEGER_BITS} has more digits, its sign included. */
    static final int BIG_INTEGER_DIGITS = 9_866;

    /** The times of a JavaScript Date, in milliseconds on both sides of 1970. */
    static final long DATE_MILLIS = 8_640_000_000_000_000L;

    private Limits() {
    }
}
