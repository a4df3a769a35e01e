package rivet.http;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;

import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
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
import org.osgi.service.servlet.whiteboard.Preprocessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The port of those who run the platform: an HTTP runtime of its own, on loopback, to which bundles contribute with the target
 * {@code (rivet.endpoint=admin)}. Nothing on it answers without the token, which is made at the first start and kept in the data folder, for its owner to read.
 */
@Component(service = {}, immediate = true, configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = AdminPort.Config.class)
public final class AdminPort {

    /** How the port is set up. What begins with {@code org.apache.felix.} or {@code org.eclipse.jetty.} goes to Felix HTTP as it is. */
    @ObjectClassDefinition(name = "Rivet admin port", description = "Metrics and what else only those see who run the platform")
    public @interface Config {

        @AttributeDefinition(name = "Host", description = "Address to listen on")
        String host() default "127.0.0.1";

        @AttributeDefinition(name = "Port", description = "Port, or 'off'; empty for what the command line says, or 6421")
        String port() default "";

        @AttributeDefinition(name = "Token", description = "Opens the port; empty for the one that is made and kept in a file", type = AttributeType.PASSWORD)
        String token() default "";

        @AttributeDefinition(name = "File of the token", description = "Empty for 'admin-token' in the data folder")
        String tokenFile() default "";
    }

    private static final Logger LOG = LoggerFactory.getLogger(AdminPort.class);
    private static final String ENDPOINT = "admin";

    private final JettyServer server;
    private final Optional<ServiceRegistration<Preprocessor>> gate;

    /** Opens the port, soon; behind its gate, or not at all. */
    @Activate
    public AdminPort(BundleContext context, @Reference(target = "(service.pid=org.apache.felix.http)") ServiceReference<ManagedServiceFactory> reference,
            @Reference(target = "(service.pid=org.apache.felix.http)") ManagedServiceFactory factory, Config config, Map<String, Object> all) {
        server = new JettyServer(reference, factory, ENDPOINT);
        Words words = new Words(context);
        String port = words.or(config.port(), "rivet.adminPort", "6421");
        Optional<AdminToken> token = port.equals("off") ? Optional.empty() : token(config, Path.of(words.or(config.tokenFile(), "rivet.data", "data")));
        gate = token.map(known -> gate(context, known));
        if (token.isPresent()) {
            Map<String, Object> settings = Settings.of(ENDPOINT, config.host(), port, Optional.empty());
            settings.put("org.apache.felix.http.jetty.selectors", 1);
            settings.put("org.apache.felix.http.jetty.acceptors", 1);
            Settings.add(settings, all);
            server.start(settings);
            greet(token.get().link(config.host(), port));
        }
    }

    private static Optional<AdminToken> token(Config config, Path where) {
        try {
            if (!config.token().isEmpty()) {
                return Optional.of(AdminToken.of(config.token()));
            }
            Path file = config.tokenFile().isEmpty() ? where.resolve("admin-token") : where;
            AdminToken token = AdminToken.in(file);
            LOG.info("The admin port asks for the token that is in {}", file);
            return Optional.of(token);
        } catch (IOException e) {
            LOG.error("The admin port stays closed: its token can be neither read nor made: {}", e.toString());
            return Optional.empty();
        }
    }

    private static ServiceRegistration<Preprocessor> gate(BundleContext context, AdminToken token) {
        Dictionary<String, Object> properties = new Hashtable<>(Map.of("osgi.http.whiteboard.target", "(rivet.endpoint=" + ENDPOINT + ")",
            "preprocessor.init.name", "admin gate"));
        return context.registerService(Preprocessor.class, new AdminGate(token), properties);
    }

    /** The link opens the port, so it is told to the person at the terminal, if there is one, and not to the log. */
    private static void greet(String link) {
        Console terminal = System.console();
        if (terminal != null) {
            terminal.printf("Inspector: %s%n", link);
        }
    }

    /** Closes the port, and then its gate. */
    @Deactivate
    void deactivate() {
        server.close();
        gate.ifPresent(ServiceRegistration::unregister);
    }
}
