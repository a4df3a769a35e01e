package rivet.bench.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;

import rivet.bench.wire.Bytes;
import rivet.bench.wire.FrameReader;
import rivet.bench.wire.FrameWriter;

/**
 * A client that sends one call after the other without waiting for answers, as fast as its connection takes them, and counts what it is answered. Sends and
 * receives on two threads of its own.
 */
public final class Flood implements Closeable {

    private static final int BUFFER = 1 << 16;

    private final SocketChannel channel;
    private final ClientCodec codec;
    private final Call call;
    private final FrameReader frames;
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
    private final Bytes message = new Bytes(1024);
    private final FutureTask<Long> sending = new FutureTask<>(this::send);
    private final FutureTask<Answers> receiving = new FutureTask<>(this::receive);
    private final CompletableFuture<Void> connected = new CompletableFuture<>();
    private volatile boolean over;
    /** How many were sent, when that is known. */
    private volatile long sent = Long.MAX_VALUE;

    /**
     * What came of it.
     *
     * @param sent how many calls
     * @param done how many were answered with a result
     * @param refused how many were answered with an error, by what it says
     */
    public record Answers(long sent, long done, Map<String, Long> refused) {

        /** How many were answered in either way. */
        public long all() {
            return done + refused.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private Flood(SocketChannel channel, ClientCodec codec, Call call) {
        this.channel = channel;
        this.codec = codec;
        this.call = call;
        frames = new FrameReader(in);
    }

    /** Connects, and waits until the actor has let it in. */
    public static Flood open(URI server, ActorAddress address, String encoding, Call call) throws IOException, InterruptedException {
        SocketChannel channel = Link.connect(server);
        try {
            Flood flood = new Flood(channel, ClientCodec.of(encoding), call);
            new Handshake(server, address, flood.codec).run(channel, flood.in);
            Thread.ofPlatform().name("flood answers").daemon().start(flood.receiving);
            flood.connected.get();
            return flood;
        } catch (ExecutionException e) {
            channel.close();
            throw new BenchException("a client that floods was not let in: " + e.getCause().getMessage(), e);
        } catch (IOException | InterruptedException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Begins to send. */
    public void begin() {
        Thread.ofPlatform().name("flood").daemon().start(sending);
    }

    private long send() throws IOException {
        ClientCodec own = ClientCodec.of(codec.name());
        FrameWriter writer = new FrameWriter(ThreadLocalRandom.current().nextInt());
        ByteBuffer out = ByteBuffer.allocateDirect(BUFFER);
        long count = 0;
        while (!over) {
            own.action(message.clear(), count, call);
            while (out.remaining() >= FrameWriter.HEAD + message.length() && !over) {
                own.action(message.clear(), count++, call);
                writer.write(out, own.text() ? FrameWriter.TEXT : FrameWriter.BINARY, message.array(), message.length());
            }
            out.flip();
            while (out.hasRemaining()) {
                channel.write(out);
            }
            out.clear();
        }
        return count;
    }

    private Answers receive() throws IOException {
        try {
            return answers();
        } catch (IOException | RuntimeException e) {
            connected.completeExceptionally(e);
            // or the one who sends would wait for room without end
            channel.close();
            throw e;
        }
    }

    private Answers answers() throws IOException {
        Reply reply = new Reply();
        Map<String, Long> refused = new TreeMap<>();
        long done = 0;
        long all = 0;
        while (all < sent) {
            in.flip();
            while (frames.next(in)) {
                if (frames.opcode() == FrameWriter.CLOSE) {
                    throw new ClosedException(WsLink.reason(frames.payload()));
                }
                codec.message(frames.payload(), reply);
                switch (reply.kind()) {
                    case RESPONSE -> done++;
                    case ERROR -> refused.merge(reply.text(), 1L, Long::sum);
                    default -> connected.complete(null);
                }
                all += reply.kind() == Reply.Kind.RESPONSE || reply.kind() == Reply.Kind.ERROR ? 1 : 0;
            }
            in.compact();
            if (all < sent && channel.read(in) < 0) {
                throw new ClosedException("after " + all + " answers");
            }
        }
        return new Answers(sent, done, refused);
    }

    /** Stops sending and waits until all that was sent is answered. */
    public Answers end() throws Exception {
        over = true;
        long count;
        try {
            count = sending.get();
        } catch (ExecutionException e) {
            receiving.get(); // knows the reason if the server closed
            throw e;
        }
        // one more, so that the other thread has an answer to wait for after it knows how many there are
        ByteBuffer out = ByteBuffer.allocate(FrameWriter.HEAD + 1024);
        ClientCodec.of(codec.name()).action(message.clear(), count, call);
        new FrameWriter(1).write(out, codec.text() ? FrameWriter.TEXT : FrameWriter.BINARY, message.array(), message.length());
        sent = count + 1;
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        return receiving.get();
    }

    @Override
    public void close() throws IOException {
        over = true;
        channel.close();
    }
}
