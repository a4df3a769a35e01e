package rivet.engine.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.FutureCallback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;

/**
 * Turns HTTP connections into WebSockets. Stands on the frames of Jetty's WebSocket core: what is above it cannot do without an address
 * that {@link java.net.URI} accepts, which clients do not always send, and knows a message only when it is read.
 */
final class Upgrades {

    /** Any address will do: ours is read from the request itself. */
    private static final HttpURI PLAIN = HttpURI.from("http://localhost/");
    private static final int INPUT_BUFFER = 16 * 1024;

    private final Configuration.ConfigurationCustomizer configuration = new Configuration.ConfigurationCustomizer();
    private final Function<Handshake, FrameHandler> handlers;
    private final Supplier<String> rays;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock, but for reading: what the sockets of one Jetty share; made with the first of them
    private volatile WebSocketMappings mappings;
    private WebSocketComponents components;

    Upgrades(long mostBytes, Supplier<String> rays, Function<Handshake, FrameHandler> handlers) {
        this.rays = rays;
        this.handlers = handlers;
        // clients send nothing while they have nothing to say, and are not pinged; TCP keep-alive finds those that are gone
        configuration.setIdleTimeout(Duration.ZERO);
        configuration.setWriteTimeout(Duration.ZERO);
        configuration.setMaxFrameSize(mostBytes);
        configuration.setInputBufferSize(INPUT_BUFFER);
        configuration.setAutoFragment(false);
    }

    /** Accepts a WebSocket; false if the request is not a handshake. */
    boolean accept(Handshake handshake, ServletContextRequest request) throws IOException {
        FutureCallback written = new FutureCallback();
        boolean accepted;
        try {
            accepted = mappings(request).upgrade(new Negotiator(handshake), new PlainRequest(request), request.getServletContextResponse(),
                written, configuration);
        } catch (WebSocketException | BadMessageException e) {
            return false;
        }
        if (accepted) {
            // the few bytes of the answer find room
            written.block();
        }
        return accepted;
    }

    private WebSocketMappings mappings(Request request) {
        WebSocketMappings known = mappings;
        return known != null ? known : make(request.getConnectionMetaData().getConnector().getServer());
    }

    private WebSocketMappings make(Server server) {
        lock.lock();
        try {
            if (mappings == null) {
                components = new WebSocketComponents(null, null, server.getByteBufferPool(), null, null, server.getThreadPool());
                LifeCycle.start(components);
                mappings = new WebSocketMappings(components);
            }
            return mappings;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            if (components != null) {
                LifeCycle.stop(components);
                components = null;
                mappings = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private final class Negotiator implements WebSocketNegotiator {
        private final Handshake handshake;

        Negotiator(Handshake handshake) {
            this.handshake = handshake;
        }

        @Override
        public FrameHandler negotiate(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
            if (handshake.subprotocols().contains(Handshake.SUBPROTOCOL)) {
                response.setAcceptedSubProtocol(Handshake.SUBPROTOCOL);
            }
            // no compression: the original declines it, and what is compressed with secrets beside it leaks them
            response.setExtensions(List.of());
            response.getHeaders().put("x-rivet-ray-id", rays.get());
            return handlers.apply(handshake);
        }
    }

    private static final class PlainRequest extends Request.Wrapper {

        PlainRequest(Request wrapped) {
            super(wrapped);
        }

        @Override
        public HttpURI getHttpURI() {
            return PLAIN;
        }
    }
}
