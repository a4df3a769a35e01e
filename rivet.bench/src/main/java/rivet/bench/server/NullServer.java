package rivet.bench.server;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;

import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.pathmap.RegexPathSpec;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/**
 * The ceiling: Jetty answering the client protocol with nothing behind it but a counter, in memory or in SQLite. What the
 * platform is measured against runs in a JVM of its own, driven by the same client.
 */
public final class NullServer {

    private static final String CONNECT = "^/gateway/[^/]+/connect$";

    private NullServer() {
    }

    /**
     * Listens until the process is ended.
     *
     * @param args port, store ({@code memory}, {@code file} or {@code shared}), {@code NORMAL} or {@code FULL}, folder for files
     */
    public static void main(String[] args) throws Exception {
        run(System.out, Integer.parseInt(args[0]), store(args[1], args[2], Path.of(args[3])));
    }

    private static Store store(String kind, String sync, Path folder) throws Exception {
        return switch (kind) {
            case "memory" -> new MemoryStore();
            case "file" -> new FileStore(folder, sync);
            case "shared" -> new SharedStore(folder, sync);
            default -> throw new IllegalArgumentException("no store " + kind);
        };
    }

    private static void run(PrintStream out, int port, Store store) throws Exception {
        try (store) {
            Server server = start(port, store);
            out.println("listening on " + server.getURI());
            server.join();
        }
    }

    /** Listens on the loopback interface; port 0 takes any. */
    static Server start(int port, Store store) throws Exception {
        Actors actors = new Actors(store);
        Server server = new Server(new QueuedThreadPool(200));
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setUriCompliance(UriCompliance.UNSAFE);
        configuration.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        // the default of 50 costs a second when 64 clients connect at once
        connector.setAcceptQueueSize(1024);
        connector.setAcceptedTcpNoDelay(true);
        server.addConnector(connector);
        WebSocketUpgradeHandler upgrade = WebSocketUpgradeHandler.from(server, container -> sockets(container, actors));
        upgrade.setHandler(new ActionHandler(actors));
        server.setHandler(upgrade);
        server.start();
        return server;
    }

    private static void sockets(ServerWebSocketContainer container, Actors actors) {
        container.setIdleTimeout(Duration.ofMinutes(10));
        container.addMapping(new RegexPathSpec(CONNECT), (request, response, callback) -> accept(request, response, actors));
    }

    private static ActorSocket accept(ServerUpgradeRequest request, ServerUpgradeResponse response, Actors actors) {
        String encoding = "json";
        for (String protocol : request.getSubProtocols()) {
            if (protocol.startsWith("rivet_encoding.")) {
                encoding = protocol.substring("rivet_encoding.".length());
            }
        }
        response.setAcceptedSubProtocol("rivet");
        return new ActorSocket(actors.get(request.getHttpURI().getPath(), request.getHttpURI().getQuery()), ServerCodec.of(encoding));
    }
}
