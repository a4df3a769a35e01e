package rivet.bench.client;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadLocalRandom;

import rivet.bench.wire.Bytes;
import rivet.bench.wire.FrameReader;
import rivet.bench.wire.FrameWriter;
import rivet.bench.wire.Text;

/**
 * A connection to one actor with many calls in flight. An action's id names the slot of its call, so replies may come in
 * any order and each is checked to be awaited.
 */
public final class WsLink extends Link {

    /** For a connection that is there in thousands and hears and says little. */
    private static final int SMALL = 2 << 10;

    private final ClientCodec codec;
    private final FrameReader frames;
    private final FrameWriter writer;
    private final Bytes message = new Bytes(1024);
    private final Reply reply = new Reply();
    private final Call[] calls;
    private final long[] ids;
    private final long[] sentAt;
    private final int[] freeSlots;
    private int free;
    private long sent;
    private boolean initialised;

    private WsLink(SocketChannel channel, int index, ClientCodec codec, int inFlight, int buffer) {
        super(channel, index, buffer);
        this.codec = codec;
        frames = new FrameReader(in());
        writer = new FrameWriter(ThreadLocalRandom.current().nextInt());
        calls = new Call[inFlight];
        ids = new long[inFlight];
        sentAt = new long[inFlight];
        freeSlots = new int[inFlight];
        while (free < inFlight) {
            ids[free] = -1;
            freeSlots[free] = free++;
        }
    }

    /** Connects to an actor and waits for its {@code Init}. */
    public static WsLink open(URI server, ActorAddress address, ClientCodec codec, int index, int inFlight) throws IOException {
        return open(server, address, codec, index, inFlight, BUFFER);
    }

    /** Connects as {@link #open}, for one small call at a time: one of thousands. */
    public static WsLink small(URI server, ActorAddress address, ClientCodec codec, int index) throws IOException {
        return open(server, address, codec, index, 1, SMALL);
    }

    private static WsLink open(URI server, ActorAddress address, ClientCodec codec, int index, int inFlight, int buffer) throws IOException {
        SocketChannel channel = connect(server);
        WsLink link = new WsLink(channel, index, codec, inFlight, buffer);
        try {
            new Handshake(server, address, codec).run(channel, link.in());
            link.await();
            return link;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private void await() throws IOException {
        in().flip();
        decode(in(), new Answers());
        in().compact();
        while (!initialised) {
            receive(new Answers());
        }
    }

    /** Subscribes to an event and sends that at once; takes effect before later calls of this link (spec/wire.md 8). */
    public void subscribe(String event) throws IOException {
        codec.subscribe(message.clear(), event);
        frame(codec.text() ? FrameWriter.TEXT : FrameWriter.BINARY);
        if (!flush()) {
            throw new BenchException("the socket does not take a subscription");
        }
    }

    /** Calls an action and waits for its reply; only while the link is not part of a loop. */
    public void call(Call call) throws IOException {
        send(call, System.nanoTime());
        flush();
        while (free < calls.length) {
            receive(new Answers());
        }
    }

    /** Reads, whatever comes, until the server has closed the connection; returns how it did. Only while the link is not part of a loop. */
    public String readToEnd() throws IOException {
        try {
            while (true) {
                receive(new Anything());
            }
        } catch (ClosedException e) {
            return e.getMessage();
        }
    }

    @Override
    boolean free() {
        return free > 0;
    }

    @Override
    void send(Call call, long now) {
        int slot = freeSlots[--free];
        long id = sent++ * calls.length + slot;
        calls[slot] = call;
        ids[slot] = id;
        sentAt[slot] = now;
        codec.action(message.clear(), id, call);
        frame(codec.text() ? FrameWriter.TEXT : FrameWriter.BINARY);
    }

    private void frame(int opcode) {
        writer.write(out(FrameWriter.HEAD + message.length()), opcode, message.array(), message.length());
    }

    @Override
    void decode(ByteBuffer received, Sink sink) {
        while (frames.next(received)) {
            switch (frames.opcode()) {
                case FrameWriter.TEXT, FrameWriter.BINARY -> message(sink);
                case FrameWriter.PING -> {
                    message.clear().raw(frames.payload());
                    frame(FrameWriter.PONG);
                }
                case FrameWriter.CLOSE -> throw new ClosedException(reason(frames.payload()));
                default -> {
                    // a pong that nobody asked for
                }
            }
        }
    }

    /** What a close frame says. */
    static String reason(ByteBuffer close) {
        return close.remaining() < 2 ? "no reason" : (close.getShort() & 0xffff) + " " + Text.utf8(close, close.limit());
    }

    private void message(Sink sink) {
        codec.message(frames.payload(), reply);
        switch (reply.kind()) {
            case INIT -> initialised = true;
            case EVENT -> sink.event(this, reply);
            case ERROR -> throw new BenchException("error reply: " + reply.text());
            case RESPONSE -> {
                int slot = (int) (reply.id() % calls.length);
                if (slot < 0 || ids[slot] != reply.id()) {
                    throw new BenchException("reply to action " + reply.id() + " which is not in flight");
                }
                ids[slot] = -1;
                freeSlots[free++] = slot;
                sink.reply(this, calls[slot], sentAt[slot], reply);
            }
        }
    }

    /** Before a link is part of a loop no event may come. */
    private static final class Answers implements Sink {

        @Override
        public void reply(Link link, Call call, long sentAt, Reply reply) {
            // that it came is enough
        }

        @Override
        public void event(Link link, Reply reply) {
            throw new BenchException("event " + reply.text() + " that nobody caused");
        }
    }

    private static final class Anything implements Sink {

        @Override
        public void reply(Link link, Call call, long sentAt, Reply reply) {
            // nobody waits for it
        }

        @Override
        public void event(Link link, Reply reply) {
            // nobody waits for it
        }
    }
}
