package rivet.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

import rivet.error.ActorSpecifier;
import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** R-err-1. */
class ErrorBodyTest {

    private static final ActorSpecifier ACTOR = new ActorSpecifier("abc", 1, Optional.of("k"));

    @Test
    void anExposedErrorReachesTheClientAsItIs() {
        RivetException error = new RivetException("shop", "sold_out", "No more of those.").withMetadata(Map.of("left", 0)).withActor(ACTOR);
        assertThat(ErrorBody.of(error)).isEqualTo(new HttpError("shop", "sold_out", "No more of those.", Optional.of(Map.of("left", 0)),
            Optional.of(ACTOR)));
    }

    @Test
    void anyOtherKeepsGroupAndCodeButNotWhatItSays() {
        RivetException error = ErrorCode.SQLITE_EXECUTION_FAILED.error("message", "no such table: secret").withActor(ACTOR);
        assertThat(ErrorBody.of(error))
            .isEqualTo(new HttpError("sqlite", "execution_failed", "An internal error occurred", Optional.empty(), Optional.of(ACTOR)));
    }

    @Test
    void onAConnectionToo() {
        RivetException error = ErrorCode.RIVETKIT_INTERNAL_ERROR.error().withMetadata("hook exploded");
        assertThat(ErrorBody.of(error, OptionalLong.of(3))).isEqualTo(
            new ToClient.Error("rivetkit", "internal_error", ErrorCode.MASKED_MESSAGE, Optional.empty(), OptionalLong.of(3), Optional.empty()));
        assertThat(ErrorBody.of(ErrorCode.AUTH_FORBIDDEN.error(), OptionalLong.empty()))
            .isEqualTo(new ToClient.Error("auth", "forbidden", "Forbidden", Optional.empty(), OptionalLong.empty(), Optional.empty()));
    }

    /** Clients refuse an error whose message is no string. */
    @Test
    void anErrorWithoutMessageSaysItsName() {
        assertThat(ErrorBody.of(new RivetException("a", "b", null)).message()).isEqualTo("a.b");
    }
}
