package rivet.inspector;

import java.util.List;
import java.util.Map;

/** Where requests carry the token (R-insp-3, R-insp-4). */
final class Tokens {

    private static final String BEARER = "bearer ";
    private static final String SUBPROTOCOL = "rivet_inspector_token.";

    private Tokens() {}

    /** Returns the token of an HTTP request; empty for none. */
    static String of(Map<String, List<String>> headers) {
        String value = headers.getOrDefault("authorization", List.of("")).getFirst();
        return value.regionMatches(true, 0, BEARER, 0, BEARER.length()) ? value.substring(BEARER.length()).strip() : "";
    }

    /** Returns the token of a WebSocket: a subprotocol, or else the header. */
    static String of(List<String> subprotocols, Map<String, List<String>> headers) {
        return subprotocols.stream().filter(offered -> offered.startsWith(SUBPROTOCOL)).findFirst().map(offered -> offered.substring(SUBPROTOCOL.length()))
            .orElseGet(() -> of(headers));
    }
}
