package rivet.engine.web;

import java.util.Set;

/** Headers that concern one connection only and are never passed on (RFC 9110, 7.6.1). */
public final class HopHeaders {

    private static final Set<String> NAMES = Set.of("connection", "keep-alive", "proxy-authenticate", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade");

    private HopHeaders() {}

    /** Returns whether a header, its name in lower case, stays behind. */
    public static boolean contains(String lowerCaseName) {
        return NAMES.contains(lowerCaseName);
    }
}
