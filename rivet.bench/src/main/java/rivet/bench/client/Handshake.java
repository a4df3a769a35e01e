package rivet.bench.client;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

import rivet.bench.wire.Text;

/** Opens a WebSocket to an actor's {@code /connect} as the npm client does (spec/wire.md 8). */
final class Handshake {

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final String request;
    private final String accept;

    Handshake(URI server, ActorAddress address, ClientCodec codec) {
        byte[] nonce = new byte[16];
        ThreadLocalRandom.current().nextBytes(nonce);
        String key = Base64.getEncoder().encodeToString(nonce);
        accept = accept(key);
        request = "GET " + address.path(server, "/connect") + " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\n"
            + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + "\r\n"
            + "Sec-WebSocket-Protocol: rivet, rivet_encoding." + codec.name() + "\r\n\r\n";
    }

    static String accept(String key) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(Text.bytes(key + GUID)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }

    /** Upgrades a blocking channel; what the server sent after the response stays in {@code in}. */
    void run(SocketChannel channel, ByteBuffer in) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(Text.bytes(request));
        while (out.hasRemaining()) {
            channel.write(out);
        }
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
            if (channel.read(in) < 0) {
                throw new BenchException("the server closed the connection instead of upgrading it");
            }
            in.flip();
            head = head(in);
            in.compact();
        }
        check(head);
    }

    /** Takes the response's head out of the buffer if all of it is there. */
    private static String head(ByteBuffer in) {
        for (int end = in.position() + 4; end <= in.limit(); end++) {
            if (in.getInt(end - 4) == 0x0d0a0d0a) {
                return Text.utf8(in, end);
            }
        }
        return "";
    }

    private void check(String head) {
        String lower = head.toLowerCase(Locale.ROOT);
        if (!head.startsWith("HTTP/1.1 101 ") || !lower.contains("sec-websocket-protocol: rivet\r\n") || !head.contains(accept)) {
            throw new BenchException("upgrade answered with: " + head.strip());
        }
    }
}
