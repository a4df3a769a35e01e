package rivet.inspector;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.value.JsonValues;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpReply;

/** What requests are answered with: JSON. */
public final class Replies {

    private Replies() {}

    static HttpReply json(Object plain) {
        return reply(200, plain);
    }

    /** Says what went wrong; what is the asker's own fault also as {@code error}, where the original's page looks for it (R-insp-10). */
    static HttpReply error(RivetException error) {
        return reply(error.status(), body(error));
    }

    /** Returns what the body of a refusal says. */
    public static Map<String, Object> body(RivetException error) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("group", error.group());
        body.put("code", error.code());
        body.put("message", message(error));
        body.put("metadata", error.exposed() ? error.metadata().orElse(null) : null);
        if (error.status() == 400) {
            body.put("error", message(error));
        }
        return body;
    }

    /** Returns what may be said of an error. */
    static String message(RivetException error) {
        return error.exposed() ? String.valueOf(error.getMessage()) : ErrorCode.MASKED_MESSAGE;
    }

    /** Returns the error for what a stage failed with. */
    public static RivetException named(Throwable failure) {
        Throwable cause = failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RivetException named ? named : ErrorCode.CORE_INTERNAL_ERROR.error().withCause(cause);
    }

    private static HttpReply reply(int status, Object plain) {
        Map<String, List<String>> headers = Map.of("content-type", List.of("application/json"), "referrer-policy", List.of("no-referrer"),
            "cache-control", List.of("no-store"));
        return new HttpReply(status, headers, HttpBody.of(JsonValues.writeBytes(plain)));
    }
}
