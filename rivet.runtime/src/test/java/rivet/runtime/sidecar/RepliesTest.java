package rivet.runtime.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.protocol.sidecar.SidecarProtocol;
import rivet.protocol.sidecar.SidecarReply;
import rivet.spi.storage.Result;

class RepliesTest {

    private final Replies replies = new Replies(1_024);

    private static Result blob(int size) {
        return new Result(List.of("b"), List.<Object[]> of(new Object[] {new byte[size]}), 1, 2);
    }

    @Test
    @DisplayName("R-sql-51: a result that is longer than a frame may be is answered with how long it is")
    void tooLong() {
        assertThat(SidecarProtocol.decodeReply(replies.result(1, blob(900)))).isInstanceOf(SidecarReply.Result.class);
        assertThat(SidecarProtocol.decodeReply(replies.result(1, blob(1_100)))).isInstanceOfSatisfying(SidecarReply.ResponseTooLarge.class, large -> {
            assertThat(large.id()).isEqualTo(1);
            assertThat(large.size()).isGreaterThan(1_100);
            assertThat(large.limit()).isEqualTo(1_024);
        });
    }

    @Test
    void errorsHaveTheirNames() {
        assertThat(SidecarProtocol.decodeReply(replies.error(7, ErrorCode.ACTOR_RUNTIME_SOCKET_CLOSED.error())))
            .isEqualTo(new SidecarReply.Error(7, "actor_runtime_socket", "closed", "The actor's runtime socket is closed."));
    }
}
