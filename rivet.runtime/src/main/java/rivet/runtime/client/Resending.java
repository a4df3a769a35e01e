package rivet.runtime.client;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * Which refusals say that a request has not begun, so that it is sent again, and when (spec/wire.md 11).
 */
final class Resending {

    private static final Set<String> GUARD = Set.of("service_unavailable", "actor_wake_retries_exceeded", "actor_stopped_while_waiting", "tunnel_request_aborted",
        "tunnel_message_timeout", "tunnel_response_closed", "gateway_response_start_timeout");
    private static final Set<String> ABSENT = Set.of("not_found", "starting", "stopping", "not_configured", "dropped_reply", "destroying");
    private static final Set<String> UNREADY = Set.of("actor_ready_timeout", "actor_runner_failed");
    private static final Map<String, String> INBOX_FULL = Map.of("channel", "dispatch_inbox", "operation", "dispatch_queue_send");
    private static final List<Integer> BRIEF_PAUSES = List.of(25, 50, 100, 200);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int ATTEMPTS_TO_GET = 24;
    private static final int ATTEMPTS_TO_CREATE = 60;

    private final boolean action;
    private final boolean queue;
    private final int attemptsByKey;
    private int brief;
    private int byKey = 1;

    /**
     * Makes the schedule of one request.
     *
     * @param action whether it calls an action; one named {@code destroy} is sent once
     * @param queue whether it is a message for a queue
     */
    Resending(Target target, boolean action, boolean queue) {
        this.action = action;
        this.queue = queue;
        attemptsByKey = switch (target) {
            case Target.ByKey key -> key.creates() ? ATTEMPTS_TO_CREATE : ATTEMPTS_TO_GET;
            case Target.ById _ -> 0;
        };
    }

    /** Returns after which pause to try once more, if at all. */
    Optional<Duration> after(RivetException refusal) {
        if (action && isRestarting(refusal) && brief < BRIEF_PAUSES.size()) {
            return Optional.of(Duration.ofMillis(BRIEF_PAUSES.get(brief++)));
        }
        if ((isAbsent(refusal) || isUnready(refusal) || queue && isInboxFull(refusal)) && byKey < attemptsByKey) {
            byKey++;
            return Optional.of(PAUSE);
        }
        return Optional.empty();
    }

    /** Returns whether it says that the actor, or the way there, is coming back. */
    static boolean isRestarting(RivetException e) {
        return e.is(ErrorCode.ACTOR_RESTARTING) || e.group().equals("guard") && GUARD.contains(e.code())
            || e.group().equals("actor") && e.code().equals("internal_error") && "Actor is stopping".equals(e.getMessage());
    }

    /** Returns whether it says that there is no actor to take it now. */
    static boolean isAbsent(RivetException e) {
        return e.group().equals("actor") && (ABSENT.contains(e.code()) || e.code().startsWith("destroyed_"));
    }

    private static boolean isUnready(RivetException e) {
        return e.group().equals("guard") && UNREADY.contains(e.code());
    }

    private static boolean isInboxFull(RivetException e) {
        return e.is(ErrorCode.ACTOR_OVERLOADED) && e.metadata().filter(INBOX_FULL::equals).isPresent();
    }
}
