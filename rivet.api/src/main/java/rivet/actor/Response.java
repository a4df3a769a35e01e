package rivet.actor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An answer to a {@link Request}.
 *
 * @param status of HTTP, 200 to 599
 * @param headers values by name; names are in lower case
 * @param body what follows
 */
public record Response(int status, Map<String, List<String>> headers, Body body) {

    private static final String CONTENT_TYPE = "content-type";
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+";

    /** What follows the headers. */
    public sealed interface Body {}

    /**
     * Bytes.
     *
     * @param content all of them
     */
    public record Bytes(byte[] content) implements Body {}

    /**
     * A value as JSON.
     *
     * @param value mapped with Jackson, at the end of the turn that returns it; may be null
     */
    public record Json(Object value) implements Body {}

    /**
     * Pieces that are written one after the other.
     *
     * @param source writes them
     */
    public record Stream(Source source) implements Body {}

    /** Writes the pieces of a body, in turns of its own beside all others of the actor. What it throws breaks the answer off. */
    @FunctionalInterface
    public interface Source {

        /** Writes all pieces; the body ends when this returns. */
        void write(Sink to) throws Exception;
    }

    /** Takes the pieces of a body. */
    public interface Sink {

        /**
         * Sends a piece. Like everything that an actor sends it leaves when the turn has ended and is durable. An await point when the client reads more slowly than
         * the actor writes.
         *
         * @throws java.io.IOException if the client has gone
         */
        void write(byte[] piece) throws java.io.IOException;

        /** Sends text, as UTF-8. */
        default void write(String piece) throws java.io.IOException {
            write(piece.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Makes an answer.
     *
     * @throws IllegalArgumentException if status or headers are not those of an answer
     */
    public Response {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("status " + status + " is not between 200 and 599");
        }
        Map<String, List<String>> checked = new LinkedHashMap<>();
        headers.forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!lower.matches(TOKEN) || values.stream().anyMatch(value -> value.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 127))) {
                throw new IllegalArgumentException("header '" + name + "' has a name or value that HTTP does not allow");
            }
            checked.put(lower, List.copyOf(values));
        });
        headers = Map.copyOf(checked);
    }

    /** Returns an answer without a body. */
    public static Response of(int status) {
        return new Response(status, Map.of(), new Bytes(new byte[0]));
    }

    /** Returns status 200 and text. */
    public static Response text(String text) {
        return bytes("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns status 200 and bytes. */
    public static Response bytes(String contentType, byte[] content) {
        return new Response(200, Map.of(CONTENT_TYPE, List.of(contentType)), new Bytes(content));
    }

    /** Returns status 200 and a value as JSON. */
    public static Response json(Object value) {
        return new Response(200, Map.of(CONTENT_TYPE, List.of("application/json")), new Json(value));
    }

    /** Returns status 200 and pieces that leave as they are written. */
    public static Response stream(String contentType, Source source) {
        return new Response(200, Map.of(CONTENT_TYPE, List.of(contentType)), new Stream(source));
    }

    /** Returns the same with another status. */
    public Response withStatus(int other) {
        return new Response(other, headers, body);
    }

    /** Returns the same with another header, beside those of that name. */
    public Response withHeader(String name, String value) {
        Map<String, List<String>> more = new LinkedHashMap<>(headers);
        List<String> values = new ArrayList<>(more.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()));
        values.add(value);
        more.put(name.toLowerCase(Locale.ROOT), values);
        return new Response(status, more, body);
    }
}
