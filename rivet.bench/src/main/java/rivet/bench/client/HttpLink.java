package rivet.bench.client;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

import rivet.bench.wire.Text;

/** A kept HTTP/1.1 connection with one call in flight. */
public final class HttpLink extends Link {

    private final ClientCodec codec;
    private final HttpResponse response = new HttpResponse();
    private final Reply reply = new Reply();
    private Call call;
    private long sentAt;
    private boolean waiting;

    private HttpLink(SocketChannel channel, int index, ClientCodec codec) {
        super(channel, index, BUFFER);
        this.codec = codec;
    }

    public static HttpLink open(URI server, ClientCodec codec, int index) throws IOException {
        return new HttpLink(connect(server), index, codec);
    }

    @Override
    boolean free() {
        return !waiting;
    }

    @Override
    void send(Call next, long now) {
        call = next;
        sentAt = now;
        waiting = true;
        out(next.request().length).put(next.request());
    }

    @Override
    void decode(ByteBuffer received, Sink sink) {
        while (response.next(received)) {
            if (!waiting) {
                throw new BenchException("response without a request");
            }
            ByteBuffer body = response.body();
            if (response.status() != 200) {
                throw new BenchException("response " + response.status() + ": " + Text.utf8(body, body.limit()));
            }
            codec.httpResponse(body, reply);
            reply.generation(response.generation());
            waiting = false;
            sink.reply(this, call, sentAt, reply);
        }
    }
}
