package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.FrameworkWiring;
import org.osgi.service.servlet.runtime.HttpServiceRuntime;
import org.osgi.test.common.annotation.InjectBundleContext;
import org.osgi.test.common.annotation.InjectService;
import org.osgi.test.common.service.ServiceAware;

import rivet.inspect.ActorInfo;
import rivet.inspect.Inspection;
import rivet.inspect.TypeInfo;
import rivet.spi.engine.Engine;

/** What the tests of the running platform have in common. What they install and register is taken back after each. */
abstract class InContainer {

    static final String NAMESPACE = "default";

    @InjectBundleContext
    BundleContext context;

    @InjectService(timeout = 20_000)
    ServiceAware<Inspection> inspections;

    @InjectService(timeout = 20_000)
    ServiceAware<Engine> engines;

    @InjectService(filter = "(rivet.endpoint=public)", timeout = 20_000)
    ServiceAware<HttpServiceRuntime> ports;

    Client client;

    /** A key that nobody has used before. */
    final String key = UUID.randomUUID().toString();

    @BeforeEach
    final void connect() {
        client = new Client(endpoint(ports.getServiceReference()));
    }

    /** Returns where the public port is. */
    final URI address() {
        return URI.create(endpoint(ports.getServiceReference()));
    }

    @AfterEach
    final void disconnect() {
        client.close();
    }

    private static String endpoint(ServiceReference<?> port) {
        return switch (port.getProperty("osgi.http.endpoint")) {
            case String[] all -> all[0];
            case Object one -> one.toString();
        };
    }

    final Inspection inspection() {
        return inspections.getService();
    }

    /** Returns what the platform says about a type. */
    final Optional<TypeInfo> type(String name) {
        return inspection().types().stream().filter(type -> type.name().equals(name)).findFirst();
    }

    /** Returns what the platform says about an actor. */
    final ActorInfo actor(String type, String actorKey) throws Exception {
        return inspection().actor(NAMESPACE, type, List.of(actorKey)).toCompletableFuture().get(10, TimeUnit.SECONDS).orElseThrow();
    }

    /** Returns what an awake actor is doing; empty if it is not awake, or not there at all. */
    final Optional<ActorInfo.Live> live(String type, String actorKey) throws Exception {
        return inspection().actor(NAMESPACE, type, List.of(actorKey)).toCompletableFuture().get(10, TimeUnit.SECONDS).flatMap(ActorInfo::live);
    }

    /** Lets go of the code that a bundle had before it was updated or uninstalled, as FileInstall does. */
    final void refresh(Bundle bundle) throws Exception {
        CompletableFuture<FrameworkEvent> refreshed = new CompletableFuture<>();
        context.getBundle(0).adapt(FrameworkWiring.class).refreshBundles(List.of(bundle), refreshed::complete);
        assertThat(refreshed.get(30, TimeUnit.SECONDS).getType()).isEqualTo(FrameworkEvent.PACKAGES_REFRESHED);
    }
}
