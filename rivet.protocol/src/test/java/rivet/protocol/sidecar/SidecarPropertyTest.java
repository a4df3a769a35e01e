package rivet.protocol.sidecar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.protocol.DecodeException;
import rivet.protocol.fuzz.Hostile;
import rivet.protocol.fuzz.Mutants;

class SidecarPropertyTest {

    private static final List<SidecarRequest> REQUESTS = List.of(new SidecarRequest.Hello("test"),
        new SidecarRequest.Execute(1, Optional.empty(), "SELECT ?", Arrays.asList(null, 1L, 1.5, "é", new byte[] {1})),
        new SidecarRequest.Execute(2, Optional.of("t"), "SELECT 1", List.of()), new SidecarRequest.Begin(3, "t", 5_000), new SidecarRequest.Commit(4, "t"),
        new SidecarRequest.Rollback(0xffff_ffffL, "t"));
    private static final List<SidecarReply> REPLIES = List.of(new SidecarReply.Welcome("a", 1, 32 << 20),
        new SidecarReply.Result(1, List.of("a", "b"), List.of(Arrays.asList(null, -1L), List.of(0.5, "x")), 2, 3), new SidecarReply.Done(1),
        new SidecarReply.Error(1, "g", "c", "m"), new SidecarReply.ResponseTooLarge(1, 1L << 40, 5), new SidecarReply.GoAway("stopping"));

    @Example
    void layout() {
        assertThat(HexFormat.of().formatHex(SidecarProtocol.encode(REQUESTS.get(1)))).isEqualTo("0100" + "01" + "01000000" + "00" + "0853454c454354203f" + "05"
            + "00" + "010100000000000000" + "02000000000000f83f" + "0302c3a9" + "040101");
        assertThat(HexFormat.of().formatHex(SidecarProtocol.encode(REQUESTS.get(3)))).isEqualTo("0100" + "02" + "03000000" + "0174" + "88130000");
        assertThat(HexFormat.of().formatHex(SidecarProtocol.encode(REPLIES.get(5)))).isEqualTo("0100" + "05" + "0873746f7070696e67");
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> SidecarProtocol.decodeRequest(HexFormat.of().parseHex("02000174")));
    }

    @Example
    void everyMessageIsReadAsItWasWritten() {
        REQUESTS.forEach(request -> {
            byte[] bytes = SidecarProtocol.encode(request);
            assertThat(SidecarProtocol.encode(SidecarProtocol.decodeRequest(bytes))).isEqualTo(bytes);
        });
        REPLIES.forEach(reply -> assertThat(SidecarProtocol.decodeReply(SidecarProtocol.encode(reply))).isEqualTo(reply));
    }

    @Property
    void whatAProcessMaySendIsReadOrRefused(@ForAll("requests") byte[] bytes) {
        Hostile.decode(bytes, () -> SidecarProtocol.decodeRequest(bytes)).ifPresent(request -> assertThat(SidecarProtocol.encode(request)).isEqualTo(bytes));
    }

    @Property
    void whatAnActorMaySendIsReadOrRefused(@ForAll("replies") byte[] bytes) {
        Hostile.decode(bytes, () -> SidecarProtocol.decodeReply(bytes)).ifPresent(reply -> assertThat(SidecarProtocol.encode(reply)).isEqualTo(bytes));
    }

    @Provide
    Arbitrary<byte[]> requests() {
        return Arbitraries.oneOf(Mutants.of(REQUESTS.stream().map(SidecarProtocol::encode).toList()), Mutants.noise());
    }

    @Provide
    Arbitrary<byte[]> replies() {
        return Arbitraries.oneOf(Mutants.of(REPLIES.stream().map(SidecarProtocol::encode).toList()), Mutants.noise());
    }
}
