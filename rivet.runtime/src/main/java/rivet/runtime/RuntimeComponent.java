package rivet.runtime;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.ActorFactory;
import rivet.inspect.ActorEvents;
import rivet.inspect.ActorQueries;
import rivet.inspect.ActorTransfers;
import rivet.inspect.BulkActions;
import rivet.inspect.Inspection;
import rivet.inspect.Meters;
import rivet.inspect.Rollouts;
import rivet.runtime.actor.Platform;
import rivet.runtime.host.FactoryTracking;
import rivet.runtime.host.Host;
import rivet.runtime.host.HostBulk;
import rivet.runtime.host.HostInspection;
import rivet.runtime.host.HostMeters;
import rivet.runtime.host.HostQueries;
import rivet.runtime.host.HostRollouts;
import rivet.runtime.host.HostTransfers;
import rivet.runtime.inspect.InspectorAccess;
import rivet.runtime.rollout.RolloutBook;
import rivet.runtime.sidecar.SidecarSocket;
import rivet.runtime.store.ActorStore;
import rivet.runtime.time.SystemTime;
import rivet.runtime.turn.SystemCarriers;
import rivet.runtime.turn.Turns;
import rivet.runtime.type.Factories;
import rivet.runtime.wire.Routes;
import rivet.spi.engine.ActorHost;
import rivet.spi.engine.Engine;
import rivet.spi.engine.Hosting;
import rivet.spi.route.ActorRoute;
import rivet.spi.storage.Storage;

/** The runtime as a component: makes threads and time, tracks factories, and lets an engine attach. */
@Component(service = ActorHost.class)
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=rivet.inspect.Inspection")
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=rivet.inspect.Rollouts")
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=rivet.inspect.BulkActions")
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=rivet.inspect.ActorEvents")
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=rivet.inspect.ActorTransfers")
@Capability(namespace = "osgi.service", attribute = "objectClass:List<String>=rivet.inspect.ActorQueries")
@Designate(ocd = RuntimeComponent.Config.class)
public final class RuntimeComponent implements ActorHost {

    /** Configuration, PID {@code rivet.runtime.RuntimeComponent}. */
    @ObjectClassDefinition(name = "Rivet runtime", description = "Runs actors")
    public @interface Config {

        @AttributeDefinition(description = "How long a start waits for the code of its actor type while that is being replaced, in milliseconds")
        long factoryGrace() default 5_000;

        @AttributeDefinition(description = "How many starts may wait so at once")
        int factoryWaiters() default 10_000;

        @AttributeDefinition(description = "How many calls may wait in front of one actor")
        int inboxLimit() default 1_000;

        @AttributeDefinition(description = "How many calls of one actor may wait at await points")
        int suspendedLimit() default 256;

        @AttributeDefinition(description = "How many outputs of one actor may wait for their commit")
        int heldOutputs() default 10_000;

        @AttributeDefinition(description = "How long a turn may ignore its interruption before the actor goes on without it, in milliseconds")
        long abandonAfter() default 10_000;

        @AttributeDefinition(description = "How many actors are moved to other code at a time")
        int moves() default 16;

        @AttributeDefinition(description = "Folder for the Unix sockets of actors; empty for that of the session (XDG_RUNTIME_DIR), or for temporary files")
        String runtimeSocketFolder() default "";

        @AttributeDefinition(description = "Longest frame on such a socket, in bytes, at least 1024")
        int runtimeSocketFrameBytes() default 33_554_432;

        @AttributeDefinition(description = "Whether WebSockets of actors' own code answer questions of tests instead of passing them on; for tests")
        boolean probes() default false;

        @AttributeDefinition(description = "Opens the inspectors of all actors, instead of their own tokens; for tests. Empty for none",
            type = AttributeType.PASSWORD)
        String inspectorTestToken() default "";
    }

    private static final Logger log = LoggerFactory.getLogger(RuntimeComponent.class);
    private static final Duration BOOK_LIMIT = Duration.ofSeconds(5);

    private final SystemTime time;
    private final RolloutBook book;
    private volatile boolean closing;
    private final Routes routes = new Routes();
    private final Host host;
    private final FactoryTracking tracking;
    private final List<ServiceRegistration<?>> services;

    @Activate
    public RuntimeComponent(BundleContext context, @Reference Storage storage, Config config) {
        time = new SystemTime(timerThreads());
        book = new RolloutBook(storage, time.clock(), () -> closing || context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).getState() == Bundle.STOPPING);
        Factories factories = new Factories(time, Duration.ofMillis(config.factoryGrace()), config.factoryWaiters(), book);
        Platform.Limits limits = new Platform.Limits(new Turns.Limits(config.inboxLimit(), config.suspendedLimit()), config.heldOutputs(),
            Duration.ofMillis(config.abandonAfter()), sidecars(config), config.moves());
        Platform platform = new Platform(time, actorThreads(), new SystemCarriers(), new ActorStore(storage), factories, () -> UUID.randomUUID().toString(),
            limits, new LongAdder());
        InspectorAccess access = new InspectorAccess(config.inspectorTestToken(), RuntimeComponent::randomToken);
        host = new Host(platform, context.getBundle().getVersion().toString(), config.probes(), routes, access);
        tracking = new FactoryTracking(host, factories, book, id -> Optional.ofNullable(context.getBundle(id)));
        host.rollouts().watch(book.watch());
        // before any code comes: it may be passed over
        Optional<Throwable> failure = host.await(book.load(), BOOK_LIMIT);
        failure.ifPresent(error -> log.error("what was kept of roll-outs cannot be read: no version is passed over", error));
        services = List.of(
            context.registerService(Inspection.class, new HostInspection(host), null),
            context.registerService(ActorQueries.class, new HostQueries(host), null),
            context.registerService(ActorTransfers.class, new HostTransfers(host, context.getDataFile("transfers").toPath()), null),
            context.registerService(BulkActions.class, new HostBulk(host), null),
            context.registerService(ActorEvents.class, platform.events(), null),
            context.registerService(Meters.class, new HostMeters(host), null),
            context.registerService(Rollouts.class, new HostRollouts(host, book), null));
    }

    private static byte[] randomToken() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    private static SidecarSocket.Settings sidecars(Config config) {
        String session = Optional.ofNullable(System.getenv("XDG_RUNTIME_DIR")).orElse("");
        String folder = Stream.of(config.runtimeSocketFolder(), session, System.getProperty("java.io.tmpdir")).filter(name -> !name.isEmpty()).findFirst().orElseThrow();
        return new SidecarSocket.Settings(Path.of(folder), Math.max(1024, config.runtimeSocketFrameBytes()));
    }

    /** Whoever sets the first timer: the thread takes over nothing of what belongs to an actor's code, its class loader least of all. */
    private static ThreadFactory timerThreads() {
        return Thread.ofPlatform().name("rivet-timer").daemon().inheritInheritableThreadLocals(false).factory();
    }

    /** A virtual thread for each burst of turns. */
    private static Executor actorThreads() {
        ThreadFactory threads = Thread.ofVirtual().name("rivet-actor-", 0).inheritInheritableThreadLocals(false).factory();
        return task -> threads.newThread(task).start();
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addFactory(ActorFactory factory, ServiceReference<ActorFactory> reference) {
        tracking.add(factory, reference);
    }

    /** Configuration of a factory was changed in place: it is another factory now. */
    void updatedFactory(ActorFactory factory, ServiceReference<ActorFactory> reference) {
        tracking.remove(factory);
        tracking.add(factory, reference);
    }

    /** Returns when the instances of that factory have been let go, in about two seconds at most. */
    void removeFactory(ActorFactory factory) {
        tracking.remove(factory);
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, target = "(" + ActorRoute.SEGMENT + "=*)")
    void addRoute(ActorRoute route, Map<String, Object> properties) {
        int ranking = properties.get(Constants.SERVICE_RANKING) instanceof Integer number ? number : 0;
        routes.add(String.valueOf(properties.get(ActorRoute.SEGMENT)), route, new Routes.Order(ranking, (Long) properties.get(Constants.SERVICE_ID)));
    }

    void removeRoute(ActorRoute route) {
        routes.remove(route);
    }

    @Override
    public Hosting attach(Engine engine) {
        return host.attach(engine);
    }

    @Deactivate
    void stop() {
        closing = true;
        services.reversed().forEach(ServiceRegistration::unregister);
        host.close();
        host.await(book.close(), BOOK_LIMIT).ifPresent(error -> log.warn("the latest of the history of roll-outs may be lost", error));
        time.close();
    }
}
