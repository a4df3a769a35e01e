package rivet.protocol.client;

/** A WebSocket frame; one message each. */
public sealed interface Frame {

    /** A text frame: how JSON is sent. */
    record Text(String text) implements Frame {}

    /** A binary frame: how CBOR and BARE are sent, and how JSON may come. The bytes belong to the frame. */
    record Binary(byte[] bytes) implements Frame {}
}
