package rivet.http;

import java.util.Map;
import java.util.Optional;

import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ManagedServiceFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port that clients use. With a key store it speaks TLS, and HTTP/2 beside HTTP/1.1; never both TLS and plain. */
@Component(service = {}, immediate = true, configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = PublicPort.Config.class)
public final class PublicPort {

    /** How the port is set up. What begins with {@code org.apache.felix.} or {@code org.eclipse.jetty.} goes to Felix HTTP as it is. */
    @ObjectClassDefinition(name = "Rivet public port", description = "Where clients and the public API connect")
    public @interface Config {

        @AttributeDefinition(name = "Host", description = "Address to listen on; empty for what the command line says, or loopback")
        String host() default "";

        @AttributeDefinition(name = "Port", description = "Port; empty for what the command line says, or 6420")
        String port() default "";

        @AttributeDefinition(name = "Key store", description = "PKCS12 file with private key and certificate; with it the port speaks TLS, h2 and http/1.1")
        String keystore() default "";

        @AttributeDefinition(name = "Password", description = "Of the key store", type = AttributeType.PASSWORD)
        String password() default "";

        @AttributeDefinition(name = "Password of the key", description = "Empty if it is that of the key store", type = AttributeType.PASSWORD)
        String keyPassword() default "";

        @AttributeDefinition(name = "Accept queue", description = "Most connections that wait to be accepted")
        int acceptQueue() default 1_024;

        @AttributeDefinition(name = "Idle", description = "Longest that an HTTP connection is kept while nothing is asked or answered, milliseconds")
        int idle() default 60_000;
    }

    private static final Logger LOG = LoggerFactory.getLogger(PublicPort.class);

    private final JettyServer server;

    /** Opens the port, soon. It stays closed if the key store cannot be used: what was meant to be secret is not said in plain. */
    @Activate
    public PublicPort(BundleContext context, @Reference(target = "(service.pid=org.apache.felix.http)") ServiceReference<ManagedServiceFactory> reference,
            @Reference(target = "(service.pid=org.apache.felix.http)") ManagedServiceFactory factory, Config config, Map<String, Object> all) {
        server = new JettyServer(reference, factory, "public");
        Optional<Keys> keys = Keys.of(config.keystore(), config.password(), config.keyPassword());
        try {
            keys.ifPresent(Keys::check);
        } catch (IllegalArgumentException e) {
            LOG.error("The public port stays closed: {}", e.getMessage());
            return;
        }
        Words words = new Words(context);
        Map<String, Object> settings = Settings.of("public", words.or(config.host(), "rivet.host", "127.0.0.1"), words.or(config.port(), "rivet.port", "6420"), keys);
        settings.put("org.apache.felix.http.jetty.acceptQueueSize", config.acceptQueue());
        settings.put("org.apache.felix.http.timeout", config.idle());
        Settings.add(settings, all);
        server.start(settings);
    }

    /** Closes the port. */
    @Deactivate
    void deactivate() {
        server.close();
    }
}
