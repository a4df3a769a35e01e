package rivet.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.service.cm.ConfigurationException;
import org.osgi.service.cm.ManagedServiceFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One of Felix HTTP's Jettys. It is asked for directly, not by a configuration of its own, which would be stored with the passwords that are in it.
 * <p>
 * It starts on a thread of its own, while the rest of the platform does. Invariant: after {@link #close()} there is none, even if it was just being started.
 */
final class JettyServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JettyServer.class);

    private final ManagedServiceFactory factory;
    private final ClassLoader jetty;
    private final String name;
    private final ExecutorService starter;
    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock
    private boolean closed;

    JettyServer(ServiceReference<ManagedServiceFactory> reference, ManagedServiceFactory factory, String name) {
        this.factory = factory;
        this.jetty = reference.getBundle().adapt(BundleWiring.class).getClassLoader();
        this.name = name;
        this.starter = Executors.newSingleThreadExecutor(task -> Thread.ofPlatform().name("rivet-http-" + name).daemon().unstarted(task));
    }

    /** Has it started with these settings. */
    void start(Map<String, Object> settings) {
        starter.execute(() -> open(settings));
        starter.shutdown();
    }

    private void open(Map<String, Object> settings) {
        lock.lock();
        try {
            if (!closed && isFree(settings)) {
                update(settings);
            }
        } catch (ConfigurationException e) {
            LOG.error("The {} port cannot be set up: {}", name, e.getMessage(), e);
        } finally {
            lock.unlock();
        }
    }

    /** Found out before, as Felix HTTP says it in two stack traces. */
    private boolean isFree(Map<String, Object> settings) {
        String host = (String) settings.get(Settings.HOST);
        String port = (String) settings.getOrDefault(Settings.PORT, settings.get(Settings.SECURE_PORT));
        if (!port.matches("\\d{1,5}")) {
            return true;
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(host, Integer.parseInt(port)));
            return true;
        } catch (IOException | IllegalArgumentException e) {
            LOG.error("The {} port cannot be opened at {}:{}: {}", name, host, port, e.getMessage());
            return false;
        }
    }

    private void update(Map<String, Object> settings) throws ConfigurationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // where Jetty looks for what negotiates HTTP/2
        thread.setContextClassLoader(jetty);
        try {
            factory.updated(pid(), new Hashtable<>(settings));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private String pid() {
        return "rivet.http." + name;
    }

    /** Stops it; returns when it has stopped. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            factory.deleted(pid());
        } finally {
            lock.unlock();
        }
    }
}
