package rivet.engine;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;

import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.engine.actor.ActorIds;
import rivet.engine.actor.Cluster;
import rivet.engine.actor.EngineCore;
import rivet.engine.actor.Limits;
import rivet.engine.api.Api;
import rivet.engine.directory.Directory;
import rivet.engine.gateway.Upstream;
import rivet.engine.web.Access;
import rivet.engine.web.Token;
import rivet.spi.engine.ActorHost;
import rivet.spi.engine.Engine;
import rivet.spi.storage.Storage;

/**
 * Runs the engine as long as there are a store and a runtime. It provides {@link Engine} while it is attached, which is why that service
 * is registered here and not by the annotation.
 */
@Component(service = {}, immediate = true)
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=\"rivet.spi.engine.Engine\"")
@Designate(ocd = EmbeddedEngine.Config.class)
public final class EmbeddedEngine {

    /** How the engine is set up. */
    @ObjectClassDefinition(name = "Rivet embedded engine", description = "Which actors there are and when they run, in this process")
    public @interface Config {

        @AttributeDefinition(name = "Region", description = "Name of the one region there is")
        String datacenter() default "default";

        @AttributeDefinition(name = "Pools", description = "Names of pools that clients may ask for, next to 'default'")
        String[] pools() default {};

        @AttributeDefinition(name = "Any pool", description = "Whether clients may ask for any pool; for tests")
        boolean anyPool() default false;

        @AttributeDefinition(name = "Create namespaces", description = "Whether a namespace that a client names exists from then on; for tests")
        boolean createNamespaces() default false;

        @AttributeDefinition(name = "Management token", description = "Opens everything; without it the management API is open to loopback",
            type = AttributeType.PASSWORD)
        String authToken() default "";

        @AttributeDefinition(name = "Client token", description = "Opens actors, and finding and creating them, but not the rest of the API",
            type = AttributeType.PASSWORD)
        String clientToken() default "";

        @AttributeDefinition(name = "Token at the gateway", description = "Whether the management token is needed to reach actors, if there is no client token")
        boolean gatewayAuth() default false;

        @AttributeDefinition(name = "Open", description = "Whether what no token protects is open to the network, not to loopback only")
        boolean open() default false;

        @AttributeDefinition(name = "Ready timeout", description = "Longest that a request waits for its actor to run, milliseconds")
        long readyTimeout() default 30_000;

        @AttributeDefinition(name = "Open timeout", description = "Longest that a WebSocket waits for its actor to run, milliseconds")
        long openTimeout() default 15_000;

        @AttributeDefinition(name = "Waiting", description = "Most requests that wait for one actor")
        int waiting() default 1_000;

        @AttributeDefinition(name = "Resident", description = "Most sleeping actors that are kept in memory")
        int resident() default 10_000;

        @AttributeDefinition(name = "Destroyed remembered", description = "Longest that destroyed actors are listed, milliseconds")
        long destroyedRemembered() default 3_600_000;

        @AttributeDefinition(name = "Destroyed count", description = "Most destroyed actors that are listed")
        int destroyedCount() default 10_000;

        @AttributeDefinition(name = "Wakes per second", description = "Most actors that alarms wake in a second, also after a restart")
        int wakesPerSecond() default 2_000;
    }

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedEngine.class);
    private static final Duration OPENING = Duration.ofSeconds(30);
    private static final Duration CLOSING = Duration.ofSeconds(10);
    private static final int WORKERS = 2;

    private final Upstream upstream;
    private final Threads threads = new Threads("rivet-engine", WORKERS);
    private final EngineCore core;
    private final Upstream.Service service;
    private final ServiceRegistration<Engine> registration;

    /** Opens the directory, attaches to the runtime and lets clients in. Fails if the store does. */
    @Activate
    public EmbeddedEngine(BundleContext context, @Reference Storage storage, @Reference ActorHost host, @Reference Upstream upstream,
            Config config) {
        this.upstream = upstream;
        Clock clock = Clock.systemUTC();
        ActorIds ids = new ActorIds(new SecureRandom());
        Cluster cluster = new Cluster(config.datacenter(), Set.of(config.pools()), config.anyPool(), config.createNamespaces());
        try {
            Directory directory = Bounded.join(Directory.open(storage, threads.workers(), clock, ids), threads.timer(), OPENING);
            core = attach(host, directory, clock, limits(config), cluster, ids);
        } catch (RuntimeException e) {
            threads.close();
            throw e;
        }
        Access access = new Access(Token.of(config.authToken()), Token.of(config.clientToken()), config.gatewayAuth(), config.open());
        service = new Upstream.Service(core.actors(), new Api(core.actors(), access, clock.millis()), access);
        registration = context.registerService(Engine.class, core, null);
        upstream.up(service);
        LOG.info("Engine is up, region {}", cluster.datacenter());
    }

    private EngineCore attach(ActorHost host, Directory directory, Clock clock, Limits limits, Cluster cluster, ActorIds ids) {
        try {
            return EngineCore.attach(host, directory, clock, threads.timer(), limits, cluster, ids);
        } catch (RuntimeException e) {
            Bounded.join(directory.close(), threads.timer(), CLOSING);
            throw e;
        }
    }

    private static Limits limits(Config config) {
        Limits standard = Limits.DEFAULT;
        return new Limits(Duration.ofMillis(config.readyTimeout()), Duration.ofMillis(config.openTimeout()), config.waiting(),
            config.resident(), standard.firstPause(), standard.lastPause(), standard.stable(),
            Duration.ofMillis(config.destroyedRemembered()), config.destroyedCount(), config.wakesPerSecond());
    }

    /** Lets nobody in any more, has the runtime put all actors to sleep, and closes the directory. */
    @Deactivate
    void deactivate() {
        upstream.down(service);
        registration.unregister();
        try {
            Bounded.join(core.close(), threads.timer(), CLOSING);
        } catch (CompletionException e) {
            LOG.warn("The directory did not close well", e.getCause());
        } finally {
            upstream.gone();
            threads.close();
        }
        LOG.info("Engine is down");
    }
}
