package rivet.engine.gateway;

import org.eclipse.jetty.http.HttpFields;

import jakarta.servlet.http.HttpServletResponse;

/** Lets browsers of other origins in (spec/wire.md 13). */
final class Cors {

    private static final String ORIGIN = "access-control-allow-origin";
    private static final String CREDENTIALS = "access-control-allow-credentials";
    private static final String METHODS = "access-control-allow-methods";
    private static final String HEADERS = "access-control-allow-headers";
    private static final String EXPOSE = "access-control-expose-headers";

    private Cors() {}

    /** Returns whether a request with the method OPTIONS is a browser's question what it may do. */
    static boolean isPreflight(HttpFields request) {
        return request.contains("access-control-request-method");
    }

    /** Answers a preflight. */
    static void preflight(boolean gateway, HttpFields request, HttpServletResponse response) {
        String wantedMethod = request.get("access-control-request-method");
        String wantedHeaders = request.get("access-control-request-headers");
        String origin = request.get("origin");
        response.setStatus(gateway ? 204 : 200);
        response.setHeader(ORIGIN, origin == null ? "*" : origin);
        response.setHeader(CREDENTIALS, "true");
        response.setHeader(HEADERS, wantedHeaders == null ? "*" : wantedHeaders);
        response.addHeader("vary", "Origin");
        if (gateway) {
            response.setHeader(METHODS, "GET, POST, PUT, DELETE, OPTIONS, PATCH");
            response.setHeader(EXPOSE, "*");
            response.setHeader("access-control-max-age", "86400");
        } else {
            response.setHeader(METHODS, wantedMethod == null ? "*" : wantedMethod);
            response.setContentLength(0);
        }
    }

    /** Marks an actual answer; to nobody else than a browser does it mean anything. */
    static void mark(boolean gateway, String origin, HttpServletResponse response) {
        if (origin != null) {
            response.setHeader(ORIGIN, origin);
            response.setHeader(CREDENTIALS, "true");
            response.addHeader("vary", "Origin");
            if (gateway) {
                response.setHeader(EXPOSE, "*");
            }
        }
    }
}
