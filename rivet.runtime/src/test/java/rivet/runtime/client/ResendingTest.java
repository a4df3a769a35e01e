package rivet.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** Which refusals are followed by another attempt, and how many (spec/wire.md 11). */
class ResendingTest {

    private static final Target.ById ID = new Target.ById("x");
    private static final Target.ByKey GET = new Target.ByKey("t", List.of("k"), false, new byte[0], Optional.empty());
    private static final Target.ByKey CREATE = new Target.ByKey("t", List.of("k"), true, new byte[0], Optional.empty());

    private static List<Long> pauses(Resending resending, RivetException refusal) {
        List<Long> pauses = new ArrayList<>();
        for (Optional<Duration> pause = resending.after(refusal); pause.isPresent(); pause = resending.after(refusal)) {
            pauses.add(pause.get().toMillis());
        }
        return pauses;
    }

    private static Resending action(Target target) {
        return new Resending(target, true, false);
    }

    @Test
    void actionsOfAnActorThatIsComingBack() {
        for (RivetException refusal : List.of(ErrorCode.ACTOR_RESTARTING.error(), ErrorCode.GUARD_SERVICE_UNAVAILABLE.error(),
            new RivetException("guard", "tunnel_response_closed", ""), new RivetException("actor", "internal_error", "Actor is stopping"))) {
            assertThat(pauses(action(ID), refusal)).containsExactly(25L, 50L, 100L, 200L);
            assertThat(pauses(new Resending(ID, false, true), refusal)).as("a message").isEmpty();
        }
        assertThat(pauses(action(CREATE), new RivetException("actor", "internal_error", "something else"))).isEmpty();
    }

    @Test
    void anythingOfAnActorThatIsNotThereNow() {
        for (String code : List.of("not_found", "starting", "stopping", "not_configured", "dropped_reply", "destroying", "destroyed_during_creation")) {
            RivetException refusal = new RivetException("actor", code, "");
            assertThat(pauses(action(ID), refusal)).as(code).isEmpty();
            assertThat(pauses(action(GET), refusal)).as(code).hasSize(23).containsOnly(100L);
            assertThat(pauses(new Resending(CREATE, false, false), refusal)).as(code).hasSize(59).containsOnly(100L);
        }
        assertThat(pauses(action(GET), ErrorCode.GUARD_ACTOR_READY_TIMEOUT.error())).hasSize(23);
    }

    @Test
    void whatMayHaveBegunIsNotSentAgain() {
        for (RivetException refusal : List.of(ErrorCode.ACTOR_STOPPED.error(), ErrorCode.ACTOR_OVERLOADED.error(), ErrorCode.ACTOR_ACTION_TIMED_OUT.error(),
            ErrorCode.CORE_INTERNAL_ERROR.error(), ErrorCode.GUARD_REQUEST_TIMEOUT.error(), new RivetException("client", "request_failed", ""))) {
            assertThat(pauses(action(CREATE), refusal)).isEmpty();
        }
    }

    @Test
    void aMessageThatDidNotGetIntoTheInbox() {
        RivetException full = ErrorCode.ACTOR_OVERLOADED.error().withMetadata(Map.of("channel", "dispatch_inbox", "operation", "dispatch_queue_send"));
        assertThat(pauses(new Resending(GET, false, true), full)).hasSize(23);
        assertThat(pauses(action(GET), full)).isEmpty();
    }
}
