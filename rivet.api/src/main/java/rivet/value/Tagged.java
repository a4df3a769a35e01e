package rivet.value;

/**
 * A CBOR tag that has no plain value of its own, such as 27, by which JavaScript clients send a RegExp or an Error. It is
 * carried and written again as it came.
 *
 * @param tag the number of the tag
 * @param value the tagged plain value; may be null
 */
public record Tagged(long tag, Object value) {}
