package rivet.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

class ErrorCodeTest {

    @Test
    void fillsTheMessageAndKeepsTheValuesAsMetadata() {
        RivetException error = ErrorCode.ACTOR_NOT_FOUND.error("resource", "instance", "id", "abc");
        assertThat(error).hasMessage("Actor instance 'abc' was not found.");
        assertThat(error.metadata()).contains(Map.of("resource", "instance", "id", "abc"));
        assertThat(error.is(ErrorCode.ACTOR_NOT_FOUND)).isTrue();
        assertThat(error.status()).isEqualTo(404);
    }

    @Test
    void hasNoMetadataWithoutValues() {
        assertThat(ErrorCode.AUTH_FORBIDDEN.error().metadata()).isEmpty();
    }

    @Test
    void refusesAValueWithoutAName() {
        assertThatIllegalArgumentException().isThrownBy(() -> ErrorCode.API_NOT_FOUND.error("path"));
    }

    @Test
    void namesAreUniqueButForThreeThatHaveASecondMeaning() {
        assertThat(Arrays.stream(ErrorCode.values())
            .filter(c -> c != ErrorCode.CORE_UNDECODABLE && c != ErrorCode.ACTOR_TYPE_ABSENT && c != ErrorCode.ACTOR_STORAGE_REFUSED)
            .map(ErrorCode::reason)).doesNotHaveDuplicates();
    }

    @Test
    void theActorNearestToTheFailureWins() {
        ActorSpecifier first = new ActorSpecifier("a", 1, Optional.empty());
        RivetException error = ErrorCode.ACTOR_ABORTED.error().withActor(first).withActor(new ActorSpecifier("b", 2, Optional.empty()));
        assertThat(error.actor()).contains(first);
    }
}
