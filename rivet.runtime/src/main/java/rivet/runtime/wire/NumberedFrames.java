package rivet.runtime.wire;

import java.nio.ByteBuffer;

import rivet.runtime.actor.ClientConnection;
import rivet.runtime.actor.HeldFrame;
import rivet.spi.engine.SocketListener;

/** Hears a client whose socket stays when the actor goes to sleep: what was dealt with before is passed over, what is for a later listener is left to it. */
abstract class NumberedFrames implements SocketListener {

    private final ClientConnection connection;
    private final ClientConnection.Listening listening;

    NumberedFrames(ClientConnection connection) {
        this.connection = connection;
        listening = connection.listen();
    }

    abstract void heard(String text, HeldFrame frame);

    abstract void heard(byte[] content, HeldFrame frame);

    @Override
    public final boolean hibernates() {
        return true;
    }

    @Override
    public final void text(String text, long index) {
        if (!listening.isOver()) {
            listening.arrived(index).ifPresent(frame -> heard(text, frame));
        }
    }

    @Override
    public final void binary(ByteBuffer data, long index) {
        if (!listening.isOver()) {
            listening.arrived(index).ifPresent(frame -> heard(bytes(data), frame));
        }
    }

    static byte[] bytes(ByteBuffer data) {
        byte[] content = new byte[data.remaining()];
        data.get(content);
        return content;
    }

    @Override
    public final void closed(int code, String reason) {
        if (!listening.isOver()) {
            connection.closed(code, reason);
        }
    }

    @Override
    public final void text(String text) {
        throw new UnsupportedOperationException("a frame without a number");
    }

    @Override
    public final void binary(ByteBuffer data) {
        throw new UnsupportedOperationException("a frame without a number");
    }
}
