package rivet.inspector;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * The target of a request.
 *
 * @param path without {@code /inspector/}, as it was sent
 * @param query its first values, decoded
 */
record Paths(String path, Map<String, String> query) {

    static final String SEGMENT = "inspector";
    private static final String PREFIX = "/" + SEGMENT + "/";

    /**
     * Takes a target apart.
     *
     * @throws RivetException {@code actor.invalid_request} if the query cannot be decoded
     */
    static Paths of(String target) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        Map<String, String> query = new LinkedHashMap<>();
        for (String pair : mark < 0 ? new String[0] : target.substring(mark + 1).split("&")) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            query.putIfAbsent(name, equals < 0 ? "" : decode(pair.substring(equals + 1)));
        }
        return new Paths(path.startsWith(PREFIX) ? path.substring(PREFIX.length()) : "", query);
    }

    /** Decodes percent signs, and plus signs only where they stand for blanks. */
    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ErrorCode.ACTOR_INVALID_REQUEST.error("reason", "'" + text + "' cannot be decoded");
        }
    }

    /** Decodes what a path has after a prefix; a plus sign is one there. */
    String rest(String prefix) {
        return decode(path.substring(prefix.length()).replace("+", "%2B"));
    }

    /**
     * Returns a whole number of the query, no greater than allowed.
     *
     * @throws RivetException {@code actor.invalid_request}
     */
    long number(String name, long otherwise, long most) {
        String text = query.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("\\d{1,18}")) {
            throw ErrorCode.ACTOR_INVALID_REQUEST.error("reason", name + " must be a whole number, not '" + text + "'");
        }
        return Math.min(most, Long.parseLong(text));
    }
}
