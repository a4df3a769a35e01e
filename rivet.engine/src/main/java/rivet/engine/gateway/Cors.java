package rivet.engine.gateway;

import java.time.Duration;
import java.util.Set;

import org.eclipse.jetty.http.HttpFields;

import jakarta.servlet.http.HttpServletResponse;

import rivet.error.ErrorCode;

/**
 * Lets browsers of other origins in, those that are allowed (spec/wire.md 13). WebSockets, which browsers open to anywhere, are held to the same.
 */
public final class Cors {

    /** As the original does: any origin, with credentials, for a day. */
    public static final Cors STANDARD = new Cors(Set.of("*"), true, Duration.ofDays(1));

    private static final String ORIGIN = "access-control-allow-origin";
    private static final String CREDENTIALS = "access-control-allow-credentials";
    private static final String METHODS = "access-control-allow-methods";
    private static final String HEADERS = "access-control-allow-headers";
    private static final String EXPOSE = "access-control-expose-headers";

    private final Set<String> origins;
    private final boolean any;
    private final boolean credentials;
    private final String maxAge;

    /**
     * Makes the rules.
     *
     * @param origins such as {@code https://app.example}; {@code *} for all
     * @param credentials whether a browser may send cookies and the like, and so whether the clients' calls of the API go through, which ask for that
     * @param maxAge how long a browser may remember the answer to a preflight
     */
    public Cors(Set<String> origins, boolean credentials, Duration maxAge) {
        this.origins = Set.copyOf(origins);
        this.any = origins.contains("*");
        this.credentials = credentials;
        this.maxAge = Long.toString(maxAge.toSeconds());
    }

    /** Returns whether a request with the method OPTIONS is a browser's question what it may do. */
    static boolean isPreflight(HttpFields request) {
        return request.contains("access-control-request-method");
    }

    /** Fails with {@code api.forbidden} if the request is one of a page that is not allowed to make it. */
    void require(HttpFields request) {
        String origin = any ? null : request.get("origin");
        if (origin != null && !isAllowed(origin, request)) {
            throw ErrorCode.API_FORBIDDEN.error("reason", "Origin not allowed");
        }
    }

    private boolean isAllowed(String origin, HttpFields request) {
        return any || origins.contains(origin) || isOwn(origin, request.get("host"));
    }

    /** Pages that came from this port. */
    private static boolean isOwn(String origin, String host) {
        int scheme = origin.indexOf("://");
        return scheme > 0 && origin.substring(scheme + 3).equalsIgnoreCase(host);
    }

    /** Answers a preflight. */
    void preflight(boolean gateway, HttpFields request, HttpServletResponse response) {
        String wantedMethod = request.get("access-control-request-method");
        String wantedHeaders = request.get("access-control-request-headers");
        String origin = request.get("origin");
        response.setStatus(gateway ? 204 : 200);
        response.addHeader("vary", "Origin");
        if (!gateway) {
            response.setContentLength(0);
        }
        if (origin != null && !isAllowed(origin, request)) {
            return;
        }
        response.setHeader(ORIGIN, origin == null ? "*" : origin);
        allowCredentials(response);
        response.setHeader(HEADERS, wantedHeaders == null ? "*" : wantedHeaders);
        if (gateway) {
            response.setHeader(METHODS, "GET, POST, PUT, DELETE, OPTIONS, PATCH");
            response.setHeader(EXPOSE, "*");
            response.setHeader("access-control-max-age", maxAge);
        } else {
            response.setHeader(METHODS, wantedMethod == null ? "*" : wantedMethod);
        }
    }

    private void allowCredentials(HttpServletResponse response) {
        if (credentials) {
            response.setHeader(CREDENTIALS, "true");
        }
    }

    /** Marks an actual answer; to nobody else than a browser does it mean anything. */
    void mark(boolean gateway, HttpFields request, HttpServletResponse response) {
        String origin = request.get("origin");
        if (origin != null) {
            response.addHeader("vary", "Origin");
            if (isAllowed(origin, request)) {
                response.setHeader(ORIGIN, origin);
                allowCredentials(response);
                if (gateway) {
                    response.setHeader(EXPOSE, "*");
                }
            }
        }
    }
}
