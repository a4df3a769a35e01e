package rivet.engine.gateway;

import java.io.IOException;
import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpFields;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import rivet.engine.web.Json;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpReply;

/** Everything behind the public port's one servlet: exchanges, sockets, and where they lead. */
public final class PublicPort {

    private final Gateway gateway;
    private final Guard guard;
    private final Exchanges exchanges;
    private final Sockets sockets;
    private final Upgrades upgrades;
    private final Supplier<String> rays;
    private final Future<?> sweeping;

    /**
     * Opens the port.
     *
     * @param guard what everything that comes in has to pass
     * @param rays names requests
     */
    public PublicPort(Upstream upstream, PortLimits limits, Guard guard, InstantSource clock, ScheduledExecutorService timer, Supplier<String> rays) {
        this.gateway = new Gateway(upstream, guard);
        this.guard = guard;
        this.rays = rays;
        this.exchanges = new Exchanges(clock, limits.requests(), limits.body(), limits.responseStart());
        this.sockets = new Sockets(timer, clock, limits, rays.get().hashCode());
        this.upgrades = new Upgrades(limits.message(), rays, handshake -> new GatewaySocket(sockets, gateway, handshake));
        this.sweeping = timer.scheduleWithFixedDelay(this::sweep, 1, 1, TimeUnit.SECONDS);
        upstream.onGone(sockets::closeAll);
    }

    private void sweep() {
        exchanges.sweep();
        guard.rates().sweep();
    }

    /** Serves a request. */
    void serve(HttpServletRequest request, HttpServletResponse response, HttpFields fields, Peer peer) throws IOException {
        String ray = rays.get();
        String path = HttpExchange.path(request);
        if (request.getMethod().equals("OPTIONS") && (Cors.isPreflight(fields) || !Router.isToCode(path))) {
            response.setHeader("x-rivet-ray-id", ray);
            guard.cors().preflight(Router.isGateway(path), fields, response);
        } else if (exchanges.admit()) {
            exchange(request, response, fields, ray, peer).run(gateway);
        } else {
            refuse(response, fields, ray, ErrorCode.GUARD_RATE_LIMIT.error());
        }
    }

    private HttpExchange exchange(HttpServletRequest request, HttpServletResponse response, HttpFields fields, String ray, Peer peer) throws IOException {
        HttpExchange exchange = null;
        try {
            exchange = new HttpExchange(exchanges, guard.cors(), request, response, fields, ray, peer);
            exchanges.add(exchange);
            return exchange;
        } finally {
            if (exchange == null) {
                exchanges.withdraw(); // Jetty answers what could not be read
            }
        }
    }

    private void refuse(HttpServletResponse response, HttpFields fields, String ray, RivetException error) throws IOException {
        HttpReply reply = Json.reply(error);
        response.setStatus(reply.status());
        response.setHeader("x-rivet-ray-id", ray);
        response.setContentType("application/json");
        guard.cors().mark(true, fields, response);
        response.getOutputStream().write(((HttpBody.Bytes) reply.body()).content());
    }

    /** Accepts a WebSocket, always (spec/wire.md 8); what asks for one in vain is refused. */
    void upgrade(HttpServletRequest request, HttpServletResponse response, ServletContextRequest jetty) throws IOException {
        String query = request.getQueryString();
        Handshake handshake = Handshake.of(HttpExchange.path(request), query == null ? "" : query, jetty.getHeaders(), new Peer(jetty.getConnectionMetaData()));
        KeepAlive.enable(jetty);
        if (!upgrades.accept(handshake, jetty)) {
            refuse(response, jetty.getHeaders(), rays.get(), ErrorCode.API_BAD_REQUEST.error("reason", "not a WebSocket handshake"));
        }
    }

    /** Answers and closes all that is still there. */
    public void close() {
        sweeping.cancel(false);
        exchanges.close();
        sockets.closeAll();
        upgrades.close();
    }

    /** Returns how many WebSockets are open. */
    public int sockets() {
        return sockets.count();
    }

    /** Returns how many requests wait for the beginning of their answer. */
    public int requests() {
        return exchanges.count();
    }
}
