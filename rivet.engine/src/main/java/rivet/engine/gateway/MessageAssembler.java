package rivet.engine.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.eclipse.jetty.websocket.core.exception.MessageTooLargeException;
import org.eclipse.jetty.websocket.core.exception.ProtocolException;

/** Makes messages of the data frames of one socket; for one thread at a time. */
final class MessageAssembler {

    private final long most;
    private ByteArrayOutputStream parts;
    private byte kind;

    MessageAssembler(long most) {
        this.most = most;
    }

    /**
     * Takes in a frame. Returns a {@link String} or {@link ByteBuffer} when it ends a message, else null.
     *
     * @throws MessageTooLargeException if the message is over the limit
     * @throws BadPayloadException if a text is not UTF-8
     * @throws ProtocolException if frames do not follow each other as they must
     */
    Object add(Frame frame) {
        boolean continues = frame.getOpCode() == OpCode.CONTINUATION;
        if (continues != (parts != null)) {
            throw new ProtocolException(continues ? "nothing to continue" : "the message before has not ended");
        }
        long size = frame.getPayloadLength() + (continues ? parts.size() : 0L);
        if (size > most) {
            throw new MessageTooLargeException("more than " + most + " bytes");
        }
        byte[] payload = new byte[frame.getPayloadLength()];
        if (payload.length > 0) {
            frame.getPayload().get(payload);
        }
        if (!continues && frame.isFin()) {
            return message(frame.getOpCode(), payload);
        }
        return part(frame, payload);
    }

    private Object part(Frame frame, byte[] payload) {
        if (parts == null) {
            parts = new ByteArrayOutputStream(payload.length * 2);
            kind = frame.getOpCode();
        }
        parts.writeBytes(payload);
        if (!frame.isFin()) {
            return null;
        }
        byte[] whole = parts.toByteArray();
        parts = null;
        return message(kind, whole);
    }

    private static Object message(byte kind, byte[] bytes) {
        return kind == OpCode.TEXT ? text(bytes) : ByteBuffer.wrap(bytes);
    }

    private static String text(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf('\ufffd') >= 0) {
            // it was sent, or stands for what is not UTF-8
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            } catch (CharacterCodingException e) {
                throw new BadPayloadException("not UTF-8", e);
            }
        }
        return text;
    }
}
