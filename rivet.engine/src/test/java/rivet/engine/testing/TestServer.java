package rivet.engine.testing;

import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

import rivet.engine.api.Api;
import rivet.engine.gateway.Cors;
import rivet.engine.gateway.Guard;
import rivet.engine.gateway.PortLimits;
import rivet.engine.gateway.PublicPort;
import rivet.engine.gateway.PublicServlet;
import rivet.engine.gateway.Rates;
import rivet.engine.gateway.Upstream;
import rivet.engine.gateway.Upstream.Service;
import rivet.engine.web.Access;
import rivet.engine.web.RayIds;
import rivet.engine.web.Token;

/** The public port on an embedded Jetty, set up as Felix HTTP sets it up with the framework properties of the engine. */
public final class TestServer implements AutoCloseable {

    private final QueuedThreadPool pool = new QueuedThreadPool();
    private final Server server = new Server(pool);
    private final ServerConnector connector;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Upstream upstream = new Upstream();
    private final PublicPort port;
    private Service service;

    public TestServer(PortLimits limits, TestTime time) throws Exception {
        this(limits, time, true);
    }

    public TestServer(PortLimits limits, TestTime time, boolean virtualThreads) throws Exception {
        this(limits, new Guard(Cors.STANDARD, new Rates(Rates.Limits.NONE, time)), time, virtualThreads);
    }

    public TestServer(PortLimits limits, Guard guard, TestTime time, boolean virtualThreads) throws Exception {
        if (virtualThreads) {
            pool.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        }
        HttpConfiguration http = new HttpConfiguration();
        http.setUriCompliance(UriCompliance.UNSAFE);
        http.setRequestHeaderSize(64 * 1024);
        http.setSendServerVersion(false);
        connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(1_500);
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        port = new PublicPort(upstream, limits, guard, time, timer, new RayIds(1));
        ServletHolder holder = new ServletHolder(new PublicServlet(port));
        holder.setAsyncSupported(true);
        context.addServlet(holder, "/*");
        server.setHandler(context);
        server.start();
        context.getServletHandler().setDecodeAmbiguousURIs(true);
    }

    /** Leads the port to an engine. */
    public void up(World world, String apiToken, String gatewayToken) {
        up(world, new Access(Token.of(apiToken), Token.of(gatewayToken), false, false));
    }

    public void up(World world, Access access) {
        service = new Service(world.actors(), new Api(world.actors(), access, world.time.millis()), access);
        upstream.up(service);
    }

    public void up(World world) {
        up(world, "", "");
    }

    /** Takes the engine away. */
    public void down() {
        upstream.down(service);
        upstream.gone();
    }

    public URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    public URI socketUri(String path) {
        return URI.create("ws://127.0.0.1:" + port() + path);
    }

    public int port() {
        return connector.getLocalPort();
    }

    public PublicPort publicPort() {
        return port;
    }

    @Override
    public void close() {
        port.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        timer.shutdownNow();
    }
}
