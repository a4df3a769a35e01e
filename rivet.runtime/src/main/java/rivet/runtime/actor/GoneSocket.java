package rivet.runtime.actor;

import rivet.spi.engine.HibernatingSocket;
import rivet.spi.engine.SocketId;
import rivet.spi.engine.SocketListener;

/** The socket of a client that is gone. */
record GoneSocket(SocketId id) implements HibernatingSocket, RawSocket.Transport {

    @Override
    public void event(EncodedEvent event) {
        // nobody hears it
    }

    @Override
    public void sendText(String text) {
        // nobody hears it
    }

    @Override
    public void sendBinary(byte[] data) {
        // nobody hears it
    }

    @Override
    public void close(int code, String reason) {
        // it is closed
    }

    @Override
    public void acknowledge(long index) {
        // nothing comes
    }

    @Override
    public void endWithGeneration() {
        // it has ended
    }

    @Override
    public void resume(SocketListener listener) {
        // nothing comes
    }
}
