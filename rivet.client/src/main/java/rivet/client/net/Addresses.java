package rivet.client.net;

import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import rivet.runtime.client.Percent;
import rivet.runtime.client.Target;

/** The addresses of one platform (spec/wire.md 3 and 6). */
final class Addresses {

    /** What the key of a query may be followed by as input; more is given when the actor is created by the engine's API. */
    private static final int MOST_INPUT = 4_096;

    private final String base;
    private final ClientOptions options;

    Addresses(URI endpoint, ClientOptions options) {
        this.options = options;
        String path = endpoint.getRawPath() == null ? "" : endpoint.getRawPath();
        String port = endpoint.getPort() < 0 ? "" : ":" + endpoint.getPort();
        base = endpoint.getScheme() + "://" + endpoint.getHost() + port + path.replaceAll("/+", "/").replaceAll("/$", "");
    }

    /** Returns whether a query can say who is meant: its keys are separated by commas, which nothing escapes. */
    static boolean isQueryable(Target.ByKey key) {
        return key.input().length <= MOST_INPUT && key.key().stream().noneMatch(part -> part.indexOf(',') >= 0) && !key.key().equals(List.of(""));
    }

    /**
     * Returns the address of something at an actor.
     *
     * @param path and query, as the actor sees them
     */
    URI actor(Target target, String path) {
        return switch (target) {
            case Target.ById byId -> URI.create(base + "/gateway/" + Percent.encode(byId.actorId()) + token() + path);
            case Target.ByKey key -> URI.create(base + "/gateway/" + Percent.encode(key.type()) + path + (path.indexOf('?') < 0 ? "?" : "&") + query(key));
        };
    }

    private String token() {
        return options.token().map(token -> "@" + Percent.encode(token)).orElse("");
    }

    /** Returns the same for a WebSocket. */
    URI socket(Target target, String path) {
        return URI.create("ws" + actor(target, path).toString().substring("http".length()));
    }

    private String query(Target.ByKey target) {
        List<String> query = new ArrayList<>();
        add(query, "rvt-namespace", options.namespace());
        add(query, "rvt-method", target.creates() ? "getOrCreate" : "get");
        if (target.creates()) {
            add(query, "rvt-runner", options.pool());
        }
        if (!target.key().isEmpty()) {
            add(query, "rvt-key", String.join(",", target.key()));
        }
        if (target.creates()) {
            if (target.input().length > 0) {
                add(query, "rvt-input", Base64.getUrlEncoder().withoutPadding().encodeToString(target.input()));
            }
            target.region().ifPresent(region -> add(query, "rvt-region", region));
            add(query, "rvt-crash-policy", "sleep");
        }
        options.token().ifPresent(token -> add(query, "rvt-token", token));
        return String.join("&", query);
    }

    private static void add(List<String> query, String name, String value) {
        query.add(name + "=" + Percent.encode(value));
    }

    /** Returns the address of the list of actors. */
    URI actors() {
        return URI.create(base + "/actors?namespace=" + Percent.encode(options.namespace()));
    }

    /** Returns the address of the actor of a key in that list. */
    URI actors(String name, String escapedKey) {
        return URI.create(base + "/actors?name=" + Percent.encode(name) + "&key=" + Percent.encode(escapedKey) + "&namespace=" + Percent.encode(options.namespace()));
    }
}
