package rivet.engine;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletAsyncSupported;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

import jakarta.servlet.Servlet;
import rivet.engine.gateway.Cors;
import rivet.engine.gateway.Guard;
import rivet.engine.gateway.PortLimits;
import rivet.engine.gateway.PublicPort;
import rivet.engine.gateway.PublicServlet;
import rivet.engine.gateway.Rates;
import rivet.engine.gateway.Upstream;
import rivet.engine.web.RayIds;
import rivet.inspect.Measure;
import rivet.inspect.Meters;

/**
 * The public port on the OSGi HTTP whiteboard: one servlet for everything, on every HTTP runtime that is not marked as the admin plane's
 * ({@code rivet.endpoint=admin}). It is there before the engine is and after, and tells clients to come back.
 */
@Component(service = {Servlet.class, Meters.class})
@HttpWhiteboardServletPattern("/*")
@HttpWhiteboardServletAsyncSupported
@Designate(ocd = PublicEndpoint.Config.class)
public final class PublicEndpoint extends PublicServlet implements Meters {

    private static final long serialVersionUID = 1L;

    /** How the port is set up. */
    @ObjectClassDefinition(name = "Rivet public endpoint", description = "The port that clients and the public API use")
    public @interface Config {

        @AttributeDefinition(name = "HTTP runtime", description = "Filter that selects the public HTTP runtime: any but the admin plane's")
        String osgi_http_whiteboard_target() default "(!(rivet.endpoint=admin))";

        @AttributeDefinition(name = "Response start", description = "Longest until an answer begins, milliseconds")
        long responseStart() default 300_000;

        @AttributeDefinition(name = "Requests", description = "Most requests that wait for the beginning of their answer")
        int requests() default 10_000;

        @AttributeDefinition(name = "Body", description = "Most bytes of a request's body; actions and queue messages have limits of their type")
        int body() default 20 * 1024 * 1024;

        @AttributeDefinition(name = "Sockets", description = "Most WebSockets")
        int sockets() default 50_000;

        @AttributeDefinition(name = "Frames to a client", description = "Most frames on their way to one client, then its socket is closed")
        int socketFrames() default 4_096;

        @AttributeDefinition(name = "Bytes to a client", description = "Most bytes on their way to one client, then its socket is closed")
        long socketBytes() default 4 * 1024 * 1024;

        @AttributeDefinition(name = "Bytes to all clients", description = "Most bytes on their way to all, then who does not read is let go; 0: an eighth of the heap")
        long allSocketBytes() default 0;

        @AttributeDefinition(name = "Frames from a client", description = "Most frames of one client that wait for its actor or for being dealt with; then it has to wait")
        int heldFrames() default 4_096;

        @AttributeDefinition(name = "Bytes from a client", description = "Most bytes of them")
        long heldBytes() default 4 * 1024 * 1024;

        @AttributeDefinition(name = "Message", description = "Most bytes of a WebSocket message that comes in")
        long message() default 32 * 1024 * 1024;

        @AttributeDefinition(name = "Allowed origins", description = "Pages that browsers may let in, such as https://app.example; * for all")
        String[] allowedOrigins() default "*";

        @AttributeDefinition(name = "Allow credentials", description = "Whether browsers may send credentials, as clients do when they find or create actors")
        boolean allowCredentials() default true;

        @AttributeDefinition(name = "Preflight age", description = "How long a browser may remember what it is allowed, seconds")
        long preflightAge() default 86_400;

        @AttributeDefinition(name = "Rate of an address", description = "Most requests and new WebSockets of one address a minute; 0 for no limit")
        int addressRate() default 0;

        @AttributeDefinition(name = "Burst of an address", description = "Most of them at once")
        int addressBurst() default 1_000;

        @AttributeDefinition(name = "Rate of an actor", description = "Most requests and new WebSockets for one actor a minute; 0 for no limit")
        int actorRate() default 0;

        @AttributeDefinition(name = "Burst of an actor", description = "Most of them at once")
        int actorBurst() default 1_000;

        @AttributeDefinition(name = "Closing", description = "Longest that the end of a WebSocket takes, milliseconds")
        long closing() default 10_000;
    }

    private final transient PublicPort port;
    private final transient Threads threads;

    /** Opens the port. */
    @Activate
    public PublicEndpoint(@Reference Upstream upstream, Config config) {
        this(new Threads("rivet-port", 0), upstream, config);
    }

    private PublicEndpoint(Threads threads, Upstream upstream, Config config) {
        this(threads, new PublicPort(upstream, limits(config), guard(config), Clock.systemUTC(), threads.timer(), new RayIds(new SecureRandom().nextLong())));
    }

    private PublicEndpoint(Threads threads, PublicPort port) {
        super(port);
        this.threads = threads;
        this.port = port;
    }

    private static Guard guard(Config config) {
        Cors cors = new Cors(Set.copyOf(List.of(config.allowedOrigins())), config.allowCredentials(), Duration.ofSeconds(config.preflightAge()));
        return new Guard(cors, new Rates(new Rates.Limits(config.addressRate(), config.addressBurst(), config.actorRate(), config.actorBurst()), Clock.systemUTC()));
    }

    private static PortLimits limits(Config config) {
        long all = config.allSocketBytes() > 0 ? config.allSocketBytes() : Runtime.getRuntime().maxMemory() / 8;
        return new PortLimits(Duration.ofMillis(config.responseStart()), config.requests(), config.body(), config.sockets(), config.socketFrames(),
            config.socketBytes(), all, config.message(), Duration.ofMillis(config.closing()), config.heldFrames(), config.heldBytes());
    }

    @Override
    public List<Measure> measures() {
        return List.of(new Measure.Level("rivet_port_websockets_active", "WebSockets that are open", Map.of(), port.sockets()),
            new Measure.Level("rivet_port_requests_waiting", "Requests that wait for the beginning of their answer", Map.of(), port.requests()));
    }

    /** Answers and closes all that is there; what does not answer is cut off a little later. */
    @Deactivate
    void deactivate() {
        port.close();
        threads.drain();
    }
}
