package rivet.protocol.codec;

/** Writes objects field by field without building them first; what the envelopes of JSON and CBOR have in common. */
public interface ObjectWriter {

    /** Begins an object. */
    void begin(int fields);

    /** Begins the next field of the object. */
    void name(String name);

    /** Writes the field's value: a plain value, which may be null. */
    void value(Object plain);

    /** Writes the field's value, an unsigned integer, as a bigint, in the form in which clients expect ids: JSON compat, CBOR in 9 bytes. */
    void bigint(long value);

    /** Ends the object. */
    void end();
}
