package rivet.protocol.envoy;

/** A value of SQLite. */
public sealed interface SqlValue {

    /** Null. */
    record Null() implements SqlValue {}

    /** An integer. */
    record Int(long value) implements SqlValue {}

    /** A number; its bits come big-endian, unlike those of everything else. */
    record Real(double value) implements SqlValue {}

    /** A text. */
    record Text(String value) implements SqlValue {}

    /** Bytes. */
    record Blob(byte[] value) implements SqlValue {}
}
