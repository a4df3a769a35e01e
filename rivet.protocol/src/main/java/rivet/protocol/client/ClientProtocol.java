package rivet.protocol.client;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import rivet.protocol.DecodeException;
import rivet.protocol.codec.ByteSink;
import rivet.protocol.codec.CborReader;
import rivet.protocol.codec.CborWriter;
import rivet.protocol.codec.JsonReader;
import rivet.protocol.codec.JsonWriter;
import rivet.protocol.codec.Limits;
import rivet.protocol.codec.Utf8;

/**
 * Encodes and decodes the messages of the client protocol, for servers and for clients (spec/wire.md 7, 8 and 10).
 * <p>
 * JSON goes out as text frames, CBOR and BARE as binary ones; JSON comes in as either. BARE is written in version 4 and read in versions
 * 1 to 4. What is written is what the npm client accepts: ids as bigints, {@code actionId} always there, the key of an actor left out
 * rather than null. What is read may also have ids that are plain numbers, unknown fields, and arguments that are no array: those count as
 * one argument, null as none.
 * <p>
 * Every {@code encode} throws {@link IllegalArgumentException} if a value in the message is not plain or exceeds a limit of
 * {@link rivet.protocol.value.CborValues} or {@link rivet.protocol.value.JsonValues}, every {@code decode} {@link DecodeException} if the
 * bytes are not such a message. How long a message may be is for the caller to say (R-conn-40, R-conn-41).
 */
public final class ClientProtocol {

    private ClientProtocol() {
    }

    /** Encodes what a server sends on a connection. */
    public static Frame encode(Encoding encoding, ToClient message) {
        return encoding == Encoding.BARE ? new Frame.Binary(BareEncoder.encode(message)) : frame(encoding, out -> out.write(message));
    }

    /** Encodes what a client sends on a connection. */
    public static Frame encode(Encoding encoding, ToServer message) {
        return encoding == Encoding.BARE ? new Frame.Binary(BareEncoder.encode(message)) : frame(encoding, out -> out.write(message));
    }

    /** Encodes the body of an HTTP request or response. */
    public static byte[] encode(Encoding encoding, HttpMessage message) {
        if (encoding == Encoding.BARE) {
            return BareEncoder.encode(message);
        }
        ByteSink sink = new ByteSink();
        new ObjectMessages(encoding == Encoding.JSON ? new JsonWriter(sink) : new CborWriter(sink), encoding == Encoding.JSON).write(message);
        return sink.toByteArray();
    }

    /** Decodes what a server sent on a connection. */
    public static ToClient decodeToClient(Encoding encoding, Frame frame) {
        return encoding == Encoding.BARE ? new BareDecoder(binary(frame)).toClient() : ObjectDecoder.toClient(object(encoding, frame));
    }

    /** Decodes what a client sent on a connection. */
    public static ToServer decodeToServer(Encoding encoding, Frame frame) {
        return encoding == Encoding.BARE ? new BareDecoder(binary(frame)).toServer() : ObjectDecoder.toServer(object(encoding, frame));
    }

    /** Decodes the body of a call. Some browsers drop it: an empty one means no arguments (spec/wire.md 13). */
    public static HttpActionRequest decodeActionRequest(Encoding encoding, byte[] body) {
        if (body.length == 0) {
            return new HttpActionRequest(List.of());
        }
        return decode(encoding, body, BareDecoder::actionRequest, ObjectDecoder::actionRequest);
    }

    /** Decodes the answer to a call. */
    public static HttpActionResponse decodeActionResponse(Encoding encoding, byte[] body) {
        return decode(encoding, body, BareDecoder::actionResponse, ObjectDecoder::actionResponse);
    }

    /** Decodes the body of a message to a queue. */
    public static HttpQueueSendRequest decodeQueueSendRequest(Encoding encoding, byte[] body) {
        return decode(encoding, body, BareDecoder::queueSendRequest, ObjectDecoder::queueSendRequest);
    }

    /** Decodes the answer to a message to a queue. */
    public static HttpQueueSendResponse decodeQueueSendResponse(Encoding encoding, byte[] body) {
        return decode(encoding, body, BareDecoder::queueSendResponse, ObjectDecoder::queueSendResponse);
    }

    /** Decodes the body of a response whose status is no success. Servers may send it as JSON whatever the request had. */
    public static HttpError decodeError(Encoding encoding, byte[] body) {
        return decode(encoding, body, BareDecoder::error, ObjectDecoder::error);
    }

    private static Frame frame(Encoding encoding, Consumer<ObjectMessages> message) {
        ByteSink sink = new ByteSink();
        if (encoding == Encoding.JSON) {
            message.accept(new ObjectMessages(new JsonWriter(sink), true));
            return new Frame.Text(sink.toText());
        }
        message.accept(new ObjectMessages(new CborWriter(sink), false));
        return new Frame.Binary(sink.toByteArray());
    }

    private static <T> T decode(Encoding encoding, byte[] body, Function<BareDecoder, T> bare, Function<Object, T> object) {
        return encoding == Encoding.BARE ? bare.apply(new BareDecoder(body)) : object.apply(object(encoding, new Frame.Binary(body)));
    }

    private static Object object(Encoding encoding, Frame frame) {
        if (encoding == Encoding.CBOR) {
            byte[] bytes = binary(frame);
            return CborReader.read(bytes, 0, bytes.length, Limits.DEPTH + Limits.ENVELOPE_DEPTH);
        }
        String text = switch (frame) {
            case Frame.Text json -> json.text();
            case Frame.Binary json -> Utf8.decode(json.bytes(), 0, json.bytes().length, 0);
        };
        return JsonReader.read(text, true, Limits.DEPTH + Limits.ENVELOPE_DEPTH);
    }

    private static byte[] binary(Frame frame) {
        return switch (frame) {
            case Frame.Binary binary -> binary.bytes();
            case Frame.Text text -> throw new DecodeException("a text frame where a binary one is due");
        };
    }
}
