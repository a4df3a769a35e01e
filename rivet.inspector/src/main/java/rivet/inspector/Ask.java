package rivet.inspector;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorInspection;
import rivet.protocol.DecodeException;
import rivet.protocol.value.JsonValues;
import rivet.spi.engine.HttpCall;

/**
 * A request.
 *
 * @param actor about whom
 * @param call as it was sent
 * @param paths its target
 */
record Ask(ActorInspection actor, HttpCall call, Paths paths) {

    private static final int BODY_LIMIT = 8 << 20;

    /** Reads the body, an object. Fails with {@code actor.invalid_request}, or {@code message.incoming_too_long} above 8 MiB. */
    CompletionStage<Map<?, ?>> body() {
        return call.body().bytes(BODY_LIMIT).thenApply(bytes -> {
            try {
                if (bytes.length > 0 && JsonValues.read(bytes) instanceof Map<?, ?> object) {
                    return object;
                }
            } catch (DecodeException e) {
                throw invalid("the body is no JSON: " + e.getMessage());
            }
            throw invalid("the body must be a JSON object");
        });
    }

    static RivetException invalid(String reason) {
        return ErrorCode.ACTOR_INVALID_REQUEST.error("reason", reason);
    }

    /** Returns a text of a body. */
    static String text(Map<?, ?> body, String name, String ifMissing) {
        if (body.get(name) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw invalid(ifMissing);
    }

    /** Returns arguments: {@code args} is a list of them, {@code properties} is an object that is the only one; there may be none. */
    static List<Object> arguments(Map<?, ?> body) {
        Object args = body.get("args");
        Object properties = body.get("properties");
        if (args != null && properties != null) {
            throw invalid("use either args or properties, not both");
        }
        if (properties != null && !(properties instanceof Map<?, ?>) || args != null && !(args instanceof List<?>)) {
            throw invalid("args must be an array, properties an object");
        }
        return properties != null ? List.of(properties) : args instanceof List<?> list ? Collections.unmodifiableList(list) : List.of();
    }
}
