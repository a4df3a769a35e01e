package rivet.bench.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** One connection to the server: its buffers, and the calls that wait for their reply. For one thread. */
public abstract sealed class Link implements Closeable permits WsLink, HttpLink {

    /** For messages of any size that a load has, and many of them at a time. */
    static final int BUFFER = 1 << 17;

    private final SocketChannel channel;
    private final ByteBuffer in;
    private final ByteBuffer out;
    private final int index;

    /** @param buffer most bytes of what is sent or received at a time */
    Link(SocketChannel channel, int index, int buffer) {
        this.channel = channel;
        this.index = index;
        in = ByteBuffer.allocateDirect(buffer);
        out = ByteBuffer.allocateDirect(buffer);
    }

    static SocketChannel connect(URI server) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(new InetSocketAddress(server.getHost(), server.getPort()));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Which of the scenario's connections this is, counted from 0. */
    public int index() {
        return index;
    }

    SocketChannel channel() {
        return channel;
    }

    ByteBuffer in() {
        return in;
    }

    /** Whether another call may be sent now. */
    abstract boolean free();

    /** Encodes a call into the send buffer; {@link #flush} sends it. */
    abstract void send(Call call, long now);

    /** Takes all whole messages out of what was received. */
    abstract void decode(ByteBuffer received, Sink sink);

    /** Room for {@code length} more bytes to send. */
    ByteBuffer out(int length) {
        if (out.remaining() < length) {
            throw new BenchException("the server does not read: " + out.position() + " bytes unsent");
        }
        return out;
    }

    /** Receives what there is and hands it on. */
    void receive(Sink sink) throws IOException {
        if (channel.read(in) < 0) {
            throw new ClosedException("without a word");
        }
        in.flip();
        decode(in, sink);
        if (in.position() == 0 && in.limit() == in.capacity()) {
            throw new BenchException("message longer than " + in.capacity() + " bytes");
        }
        in.compact();
    }

    /** Whether there is something to {@link #flush}. */
    boolean unsent() {
        return out.position() > 0;
    }

    /** Sends; false if the socket did not take everything. */
    boolean flush() throws IOException {
        out.flip();
        channel.write(out);
        out.compact();
        return !unsent();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
