package rivet.bench.client;

import java.net.URI;

/**
 * Which actor.
 *
 * @param type its name in the registry, without characters that a path would encode
 * @param key one key component, likewise
 */
public record ActorAddress(String type, String key) {

    /** Path and query of a gateway request in the npm client's order. */
    public String path(URI server, String rest) {
        String base = server.getPath() == null || server.getPath().equals("/") ? "" : server.getPath();
        return base + "/gateway/" + type + rest + "?rvt-namespace=default&rvt-method=getOrCreate&rvt-runner=default&rvt-key=" + key
            + "&rvt-crash-policy=sleep";
    }
}
