package rivet.engine.gateway;

import java.util.Optional;

import rivet.engine.web.Percent;
import rivet.engine.web.QueryString;
import rivet.engine.web.QueryString.Parameter;
import rivet.error.ErrorCode;

/**
 * Decides where a request goes, by its raw path and query and by what names an actor in headers or subprotocols (spec/wire.md 6).
 * Paths are taken as they came: nothing is normalised, and only the one segment that names the actor is decoded.
 */
final class Router {

    private static final String GATEWAY = "/gateway/";
    private static final Route API = new Route.Api();

    private Router() {}

    /** Returns whether the first segment of a path is the gateway's. */
    static boolean isGateway(String path) {
        return path.startsWith("/gateway") && (path.length() == 8 || path.charAt(8) == '/');
    }

    /** Returns a raw path as it may be logged: without the token that may be in it. */
    static String withoutToken(String path) {
        int at = path.startsWith(GATEWAY) ? path.indexOf('@', GATEWAY.length()) : -1;
        int end = at < 0 ? -1 : path.indexOf('/', at);
        return at < 0 ? path : path.substring(0, at) + "@..." + (end < 0 ? "" : path.substring(end));
    }

    /** Returns whether a path of the gateway leads to an actor's own code, which answers every method. */
    static boolean isToCode(String path) {
        int rest = path.startsWith(GATEWAY) ? path.indexOf('/', GATEWAY.length()) : -1;
        return rest >= 0 && (path.startsWith("/request/", rest) || path.substring(rest).equals("/request"));
    }

    /**
     * Routes an HTTP request.
     *
     * @param path raw
     * @param query raw, empty for none
     * @param named the actor that headers name, if they do
     */
    static Route http(String path, String query, Optional<Named> named) {
        Route route = byPath(path, query);
        if (route != API || named.isEmpty()) {
            return route;
        }
        if (!path.equals("/request") && !path.startsWith("/request/")) {
            throw ErrorCode.GUARD_NO_ROUTE.error("path", path);
        }
        return byName(path, query, named.get(), "x-rivet-actor");
    }

    /** Routes a WebSocket; the actor may be named by subprotocols. */
    static Route socket(String path, String query, Optional<Named> named) {
        Route route = byPath(path, query);
        return route != API || named.isEmpty() ? route : byName(path, query, named.get(), "rivet_actor");
    }

    private static Route byName(String path, String query, Named named, String where) {
        String id = named.actor().orElseThrow(() -> ErrorCode.GUARD_MISSING_HEADER.error("header", where));
        return new Route.ById(id, named.token(), target(path, query));
    }

    private static Route byPath(String path, String query) {
        if (!path.startsWith(GATEWAY) || path.contains("//")) {
            return API;
        }
        int slash = path.indexOf('/', GATEWAY.length());
        int end = slash < 0 ? path.length() : slash;
        String segment = path.substring(GATEWAY.length(), end);
        if (segment.isEmpty()) {
            return API;
        }
        String rest = slash < 0 ? "/" : path.substring(slash);
        return query.contains(QueryParameters.PREFIX) || query.indexOf('%') >= 0 ? maybeQuery(segment, rest, query) : direct(segment, rest, query);
    }

    private static Route direct(String segment, String rest, String query) {
        int at = segment.indexOf('@');
        if (at < 0) {
            return new Route.ById(Percent.decode(segment), Optional.empty(), target(rest, query));
        }
        if (at == segment.length() - 1) {
            return API;
        }
        return new Route.ById(Percent.decode(segment.substring(0, at)), Optional.of(Percent.decode(segment.substring(at + 1))),
            target(rest, query));
    }

    private static Route maybeQuery(String segment, String rest, String query) {
        QueryParameters ours = null;
        StringBuilder others = new StringBuilder();
        for (Parameter parameter : new QueryString(query).parameters()) {
            if (parameter.name().startsWith(QueryParameters.PREFIX)) {
                ours = ours == null ? new QueryParameters() : ours;
                if (segment.indexOf('@') >= 0) {
                    throw ErrorCode.GUARD_QUERY_PATH_TOKEN_SYNTAX.error();
                }
                ours.add(parameter);
            } else {
                others.append(others.isEmpty() ? "" : "&").append(parameter.raw());
            }
        }
        return ours == null ? direct(segment, rest, query)
            : new Route.ByQuery(ours.query(Percent.decode(segment)), target(rest, others.toString()));
    }

    private static String target(String path, String query) {
        return query.isEmpty() ? path : path + "?" + query;
    }

    /**
     * What headers or subprotocols say about the actor.
     *
     * @param actor its id, if that is said
     * @param token what opens it, if that is said
     */
    record Named(Optional<String> actor, Optional<String> token) {}
}
