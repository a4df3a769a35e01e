package rivet.engine.gateway;

import java.nio.ByteBuffer;

import rivet.spi.engine.SocketListener;

/** An actor's end of a socket that stays: what it hears has numbers, and is text. */
abstract class NumberedListener implements SocketListener {

    @Override
    public final boolean hibernates() {
        return true;
    }

    @Override
    public abstract void text(String text, long index);

    @Override
    public final void text(String text) {
        throw new AssertionError("without a number");
    }

    @Override
    public final void binary(ByteBuffer data) {
        throw new AssertionError("none was sent");
    }
}
