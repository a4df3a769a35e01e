package rivet.client.net;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.runtime.client.InOrder;
import rivet.runtime.client.Percent;
import rivet.runtime.client.Transport.Link;
import rivet.runtime.client.Transport.Listener;
import rivet.runtime.time.Time;

/** A connection over a WebSocket of the JDK, which takes one frame at a time: the others wait here, in the order {@code out}. */
final class SocketLink implements Link {

    private static final int MOST_WAITING = 10_000;
    private static final int MOST_BYTES = 64 << 20;
    private static final Duration GOODBYE = Duration.ofSeconds(5);

    private final Time time;
    private final InOrder out = new InOrder();
    private volatile Optional<Listener> listener;
    // in the order of out
    private final ArrayDeque<Frame> waiting = new ArrayDeque<>();
    private Optional<WebSocket> socket = Optional.empty();
    private String reason = "";
    private boolean sending;
    private boolean closing;

    SocketLink(Listener listener, Time time) {
        this.listener = Optional.of(listener);
        this.time = time;
    }

    void open(HttpClient http, URI address, Encoding encoding, Optional<String> params, ClientOptions options) {
        List<String> more = new ArrayList<>(List.of("rivet_encoding." + encoding.wireName()));
        params.ifPresent(json -> more.add("rivet_conn_params." + Percent.encode(json)));
        WebSocket.Builder builder = http.newWebSocketBuilder().connectTimeout(options.connectTimeout()).subprotocols("rivet", more.toArray(String[]::new));
        options.headers().forEach(builder::header);
        builder.buildAsync(address, new Incoming()).whenComplete((opened, failure) -> out.run(() -> {
            if (failure != null) {
                lost();
            } else if (closing) {
                opened.abort();
            } else {
                socket = Optional.of(opened);
                next();
            }
        }));
    }

    /** There is nobody to open a socket to. */
    void refused(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        end(1011, cause instanceof RivetException named && !named.group().equals("client") ? named.group() + "." + named.code() : "");
    }

    @Override
    public void send(Frame frame) {
        out.run(() -> {
            if (closing) {
                return;
            }
            if (waiting.size() >= MOST_WAITING) {
                lost(); // the server does not read
                return;
            }
            waiting.add(frame);
            next();
        });
    }

    /** Sends what is due, unless something is on its way. */
    private void next() {
        if (sending || socket.isEmpty()) {
            return;
        }
        Frame frame = waiting.poll();
        if (frame == null) {
            if (closing) {
                sayGoodbye(socket.get());
            }
            return;
        }
        sending = true;
        CompletableFuture<WebSocket> sent = switch (frame) {
            case Frame.Text(String text) -> socket.get().sendText(text, true);
            case Frame.Binary(byte[] bytes) -> socket.get().sendBinary(ByteBuffer.wrap(bytes), true);
        };
        sent.whenComplete((done, failure) -> out.run(() -> {
            sending = false;
            if (failure != null) {
                lost();
            } else {
                next();
            }
        }));
    }

    private void sayGoodbye(WebSocket open) {
        socket = Optional.empty();
        open.sendClose(WebSocket.NORMAL_CLOSURE, reason).whenComplete((done, failure) -> time.after(GOODBYE, open::abort)); // in case the server does not answer
    }

    @Override
    public void close(int code, String why) {
        listener = Optional.empty();
        out.run(() -> {
            closing = true;
            reason = why;
            next();
        });
    }

    /** The socket is of no use any more. */
    private void lost() {
        closing = true;
        waiting.clear();
        socket.ifPresent(WebSocket::abort);
        socket = Optional.empty();
        end(1006, "");
    }

    private void end(int code, String why) {
        Optional<Listener> hears = listener;
        listener = Optional.empty();
        hears.ifPresent(one -> one.closed(code, why));
    }

    /** Puts the pieces of messages together; the JDK calls it one call at a time. */
    private final class Incoming implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();
        private final ByteArrayOutputStream binary = new ByteArrayOutputStream();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                String whole = text.toString();
                text.setLength(0);
                listener.ifPresent(one -> one.frame(new Frame.Text(whole)));
            }
            return more(from, text.length());
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean last) {
            byte[] bytes = new byte[part.remaining()];
            part.get(bytes);
            binary.writeBytes(bytes);
            if (last) {
                byte[] whole = binary.toByteArray();
                binary.reset();
                listener.ifPresent(one -> one.frame(new Frame.Binary(whole)));
            }
            return more(from, binary.size());
        }

        private CompletionStage<?> more(WebSocket from, int held) {
            if (held > MOST_BYTES) {
                out.run(SocketLink.this::lost);
            } else {
                from.request(1);
            }
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String why) {
            out.run(() -> {
                closing = true;
                socket = Optional.empty();
                end(code, why);
            });
            return CompletableFuture.completedStage(null); // which has the JDK answer with a close of its own
        }

        @Override
        public void onError(WebSocket from, Throwable failure) {
            out.run(SocketLink.this::lost);
        }
    }
}
