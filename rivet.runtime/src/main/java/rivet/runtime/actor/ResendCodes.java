package rivet.runtime.actor;

import java.util.Set;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** The errors that tell clients to send a call again, because it has not begun (spec/wire.md 11). */
final class ResendCodes {

    private static final Logger log = LoggerFactory.getLogger(ResendCodes.class);

    private static final Set<String> ENDING = Set.of("stopping", "destroying", "restarting", "starting", "dropped_reply");
    private static final Set<String> ACTOR = Set.of("not_found", "not_configured");
    private static final Set<String> GUARD = Set.of("service_unavailable", "actor_wake_retries_exceeded", "actor_stopped_while_waiting", "tunnel_request_aborted",
        "tunnel_message_timeout", "tunnel_response_closed", "gateway_response_start_timeout", "actor_ready_timeout", "actor_runner_failed");

    private ResendCodes() {}

    /**
     * Returns the error for a call that has begun: the given one, unless a client would take it for "not begun" (design.md 1.4). Code of an actor comes by such an error
     * easily: it asks for something that a stopping actor is refused, or lets through what a call of its own ended with.
     */
    static RivetException begun(RivetException error, String what) {
        if (isEnding(error)) {
            RivetException stopped = ErrorCode.ACTOR_STOPPED.error("committed", "no").withCause(error);
            return error.actor().map(stopped::withActor).orElse(stopped);
        }
        if (isResent(error)) {
            log.error("{} ended with {}.{}, by which clients would send it again", what, error.group(), error.code(), error);
            RivetException masked = ErrorCode.RIVETKIT_INTERNAL_ERROR.error().withCause(error);
            return error.actor().map(masked::withActor).orElse(masked);
        }
        return error;
    }

    /** Returns whether the error says that the actor comes to its end, or has not come to its beginning. */
    private static boolean isEnding(RivetException error) {
        return error.group().equals("actor") && (ENDING.contains(error.code()) || error.code().startsWith("destroyed_")
            || error.code().equals("internal_error") && "Actor is stopping".equals(error.getMessage()));
    }

    private static boolean isResent(RivetException error) {
        return error.group().equals("actor") && ACTOR.contains(error.code()) || error.group().equals("guard") && GUARD.contains(error.code());
    }
}
