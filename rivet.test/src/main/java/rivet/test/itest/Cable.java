package rivet.test.itest;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A way to the platform that can be cut: to a client that is as if the server had been killed, and when it is mended, started again. */
final class Cable implements AutoCloseable {

    private final int to;
    private final int port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket server;

    Cable(URI platform) throws IOException {
        to = platform.getPort();
        server = listen(0);
        port = server.getLocalPort();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + port);
    }

    private ServerSocket listen(int on) throws IOException {
        ServerSocket listening = new ServerSocket();
        listening.setReuseAddress(true);
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), on));
        Thread.ofVirtual().start(() -> accept(listening));
        return listening;
    }

    private void accept(ServerSocket listening) {
        try {
            for (;;) {
                Socket client = listening.accept();
                Socket platform = new Socket(InetAddress.getLoopbackAddress(), to);
                open.add(client);
                open.add(platform);
                if (listening.isClosed()) { // cut in this moment, so that nobody else closes these
                    client.close();
                    platform.close();
                    return;
                }
                Thread.ofVirtual().start(() -> carry(client, platform));
                Thread.ofVirtual().start(() -> carry(platform, client));
            }
        } catch (IOException e) {
            // cut
        }
    }

    private void carry(Socket from, Socket into) {
        try (from; into; InputStream in = from.getInputStream(); OutputStream out = into.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // cut, or one side has closed
        } finally {
            open.remove(from);
            open.remove(into);
        }
    }

    void cut() throws IOException {
        server.close();
        for (Socket socket : open) {
            try {
                socket.setSoLinger(true, 0); // resets, as a killed process does
            } catch (SocketException e) {
                // closed already
            }
            socket.close();
        }
    }

    void mend() throws IOException {
        server = listen(port);
    }

    @Override
    public void close() throws IOException {
        cut();
    }
}
