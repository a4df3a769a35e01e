package rivet.protocol.envoy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.protocol.DecodeException;

/** Frames that were seen between the real engine and a process of its own, and how version 6 differs (spec/envoy.md 3.9 and 3.10). */
class EnvoyProtocolTest {

    private static final MessageId ID = new MessageId(0x01020304, 0x05060708, 1);
    private static final String ID_HEX = "01020304050607080100";

    @Test
    void framesThatWereSeen() {
        assertThat(EnvoyProtocol.V8.decodeToEnvoy(bytes("00983a00000000000040771b00000000000000400100000000")))
            .isEqualTo(new ToEnvoy.Init(new ToEnvoy.Metadata(15_000, 1_800_000, 20_971_520)));
        assertThat(EnvoyProtocol.V8.decodeToEnvoy(bytes("05d1379d2ca2010000"))).isEqualTo(new ToEnvoy.Ping(0x01a2_2c9d_37d1L));
        assertThat(EnvoyProtocol.V8.encode(new ToRivet.Pong(0x01a2_2c9d_37d1L))).isEqualTo(bytes("04d1379d2ca2010000"));
    }

    @Test
    void theTagsOfVersionSix() {
        SqliteRequest.Exec exec = new SqliteRequest.Exec("n", "a", 1, "s");
        assertThat(HexFormat.of().formatHex(EnvoyProtocol.V6.encode(new ToRivet.SqliteExec(7, exec)))).startsWith("0907000000");
        assertThat(HexFormat.of().formatHex(EnvoyProtocol.V6.encode(
            new ToRivet.SqliteExecute(7, new SqliteRequest.Execute("n", "a", 1, "s", Optional.empty()))))).startsWith("0a07000000");
        assertThat(HexFormat.of().formatHex(EnvoyProtocol.V6.encode(
            new ToRivet.SqliteExecuteBatch(7, new SqliteRequest.ExecuteBatch("n", "a", 1, List.of()))))).startsWith("0b07000000");
        assertThat(EnvoyProtocol.V6.decodeToEnvoy(bytes("0907000000" + "00" + "0000" + "0000000000000000" + "00")))
            .isEqualTo(new ToEnvoy.SqliteExecuteResponse(7, new SqliteResult.Ok<>(new SqliteResult.Executed(
                new SqliteResult.ExecuteResult(List.of(), List.of(), 0, OptionalLong.empty())))));
    }

    @Test
    void theTunnelOfVersionSixHasNoGenerationsWindowsOrReasons() {
        assertThat(EnvoyProtocol.V6.decodeToEnvoy(bytes("04" + ID_HEX + "00" + "0161" + "0147" + "012f" + "00" + "00" + "01")))
            .isEqualTo(new ToEnvoy.TunnelMessage(ID, new FromGateway.RequestStart("a", OptionalLong.empty(), "G", "/", Map.of(), Optional.empty(), true, false)));
        assertThat(EnvoyProtocol.V6.decodeToEnvoy(bytes("04" + ID_HEX + "02")))
            .isEqualTo(new ToEnvoy.TunnelMessage(ID, new FromGateway.RequestAbort(Optional.empty(), OptionalLong.empty(), AbortReason.UNSAID)));
        assertThat(EnvoyProtocol.V6.decodeToEnvoy(bytes("04" + ID_HEX + "03" + "0161" + "012f" + "00")))
            .isEqualTo(new ToEnvoy.TunnelMessage(ID, new FromGateway.WebSocketOpen("a", OptionalLong.empty(), "/", Map.of())));
        assertThat(EnvoyProtocol.V6.encode(new ToRivet.TunnelMessage(ID, new ToGateway.WebSocketClose(OptionalInt.of(1000), Optional.empty(), false))))
            .isEqualTo(bytes("06" + ID_HEX + "06" + "01e803" + "00" + "00"));
        AbortReason why = new AbortReason(AbortReason.Kind.HANDLER_ERROR, Optional.of("why"));
        assertThat(EnvoyProtocol.V6.encode(new ToRivet.TunnelMessage(ID, new ToGateway.ResponseAbort(why)))).isEqualTo(bytes("06" + ID_HEX + "02"));
    }

    @Test
    void whatVersionSixDoesNotHaveCannotBeWritten() {
        assertThatIllegalArgumentException().isThrownBy(() -> EnvoyProtocol.V6.encode(new ToRivet.TunnelMessage(ID, new ToGateway.RequestBodyCancel())))
            .withMessageContaining("RequestBodyCancel");
        assertThatIllegalArgumentException().isThrownBy(() -> EnvoyProtocol.V6.encode(
            new ToRivet.SqliteCommitStageBegin(1, new SqliteRequest.CommitStageBegin("a", OptionalLong.empty(), OptionalLong.empty()))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0e", "ff", "8000", "01ffffffffffffffff7f", "01ffffff7f", "040102", "02010161000000000000000000000000ff", "05"})
    void whatIsNoMessageIsRefused(String hex) {
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> EnvoyProtocol.V8.decodeToEnvoy(bytes(hex)));
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
