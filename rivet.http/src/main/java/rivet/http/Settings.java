package rivet.http;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The settings of a port in the words of Felix HTTP. */
final class Settings {

    /** What of a configuration is meant for Jetty and goes to it as it is. */
    private static final String FELIX = "org.apache.felix.";
    private static final String JETTY = "org.eclipse.jetty.";
    static final String HOST = "org.apache.felix.http.host";
    static final String PORT = "org.osgi.service.http.port";
    static final String SECURE_PORT = "org.osgi.service.http.port.secure";
    private static final int HEADER_BYTES = 64 * 1024;

    private Settings() {}

    /**
     * Returns the settings of a port.
     *
     * @param endpoint what its runtime is marked with
     * @param keys what it proves its identity with; plain HTTP without
     */
    static Map<String, Object> of(String endpoint, String host, String port, Optional<Keys> keys) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("org.apache.felix.http.name", endpoint);
        settings.put("org.apache.felix.http.runtime.init.rivet.endpoint", endpoint);
        settings.put(HOST, host);
        settings.put("org.apache.felix.http.jetty.headerBufferSize", HEADER_BYTES);
        settings.put("org.apache.felix.http.jetty.sendServerHeader", false);
        settings.put("org.apache.felix.jetty.websocket.enable", true);
        settings.put("org.apache.felix.http.jetty.virtualthreads.enable", true);
        // paths are taken apart by whoever serves them, from what was sent: keys and raw routes may contain anything
        settings.put("org.eclipse.jetty.UriComplianceMode", "UNSAFE");
        settings.put("org.apache.felix.http.enable", keys.isEmpty());
        settings.put("org.apache.felix.https.enable", keys.isPresent());
        settings.put(keys.isPresent() ? SECURE_PORT : PORT, port);
        keys.ifPresent(used -> used.put(settings));
        return settings;
    }

    /** Adds what a configuration says to Jetty itself. */
    static void add(Map<String, Object> settings, Map<String, ?> configuration) {
        configuration.forEach((key, value) -> {
            if (key.startsWith(FELIX) || key.startsWith(JETTY)) {
                settings.put(key, value);
            }
        });
    }
}
