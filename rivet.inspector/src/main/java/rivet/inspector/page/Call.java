package rivet.inspector.page;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.DecodeException;
import rivet.protocol.value.JsonValues;

/**
 * Something that the page asks for.
 *
 * @param method how
 * @param path decoded segments
 * @param query first values, decoded
 * @param body as it was sent
 */
record Call(String method, List<String> path, Map<String, String> query, byte[] body) {

    /**
     * Takes a request apart.
     *
     * @param path what follows the servlet's own path, as it was sent
     * @param query the query as it was sent; may be null
     * @throws RivetException {@code actor.invalid_request} if something cannot be decoded
     */
    static Call of(String method, String path, String query, byte[] body) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/")) {
            if (!segment.isEmpty()) {
                segments.add(decode(segment.replace("+", "%2B")));
            }
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
            int equals = pair.indexOf('=');
            values.putIfAbsent(decode(equals < 0 ? pair : pair.substring(0, equals)), equals < 0 ? "" : decode(pair.substring(equals + 1)));
        }
        return new Call(method, segments, values, body);
    }

    /** Returns the same call with what was sent. */
    Call with(byte[] sent) {
        return new Call(method, path, query, sent);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw invalid("'" + text + "' cannot be decoded");
        }
    }

    static RivetException invalid(String reason) {
        return ErrorCode.ACTOR_INVALID_REQUEST.error("reason", reason);
    }

    /** Returns a value of the query that says something. */
    Optional<String> given(String name) {
        return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
    }

    /** Returns a whole number of the query, no greater than allowed. */
    long number(String name, long otherwise, long most) {
        String text = given(name).orElse(Long.toString(otherwise));
        if (!text.matches("\\d{1,18}")) {
            throw invalid(name + " must be a whole number, not '" + text + "'");
        }
        return Math.min(most, Long.parseLong(text));
    }

    /** Returns the body, which must be a JSON object. */
    Map<?, ?> object() {
        try {
            if (body.length > 0 && JsonValues.read(body) instanceof Map<?, ?> object) {
                return object;
            }
        } catch (DecodeException e) {
            throw invalid("the body is no JSON: " + e.getMessage());
        }
        throw invalid("the body must be a JSON object");
    }

    /** Returns a text of the body. */
    String text(String name) {
        if (object().get(name) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw invalid(name + " is required");
    }

    /** Returns a list of the body; empty if it has none. */
    List<Object> list(String name) {
        return switch (object().get(name)) {
            case null -> List.of();
            case List<?> list -> Collections.unmodifiableList(list);
            default -> throw invalid(name + " must be an array");
        };
    }
}
