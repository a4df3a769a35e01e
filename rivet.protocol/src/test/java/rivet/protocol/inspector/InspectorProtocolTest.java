package rivet.protocol.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import org.junit.jupiter.api.Test;

import rivet.protocol.DecodeException;

/** Tags and layouts as spec/inspector.md 4 has them. */
class InspectorProtocolTest {

    private static final InspectorProtocol SIX = InspectorProtocol.of(6).orElseThrow();
    private static final InspectorProtocol FIVE = InspectorProtocol.of(5).orElseThrow();
    private static final InspectorProtocol THREE = InspectorProtocol.of(3).orElseThrow();
    private static final byte[] NULL = {(byte) 0xf6};

    private static final InspectorMessage.Init INIT = new InspectorMessage.Init(List.of(), Optional.empty(), true, List.of("a"), false, 2, Optional.empty(),
        false, List.of(new InspectorMessage.TabConfigEntry("t", Optional.of("T"), Optional.empty(), false)),
        List.of(new InspectorMessage.Schedule("s", Optional.empty(), "at", "a", new byte[] {(byte) 0x80}, 300, OptionalLong.empty(), Optional.empty(),
            Optional.empty(), OptionalLong.empty(), OptionalLong.empty())));

    @Test
    void theTagsOfRequests() {
        assertThat(hex(SIX.encode(new InspectorRequest.PatchStateRequest(NULL)))).isEqualTo("0001f6");
        assertThat(hex(SIX.encode(new InspectorRequest.StateRequest(300)))).isEqualTo("01ac02");
        assertThat(hex(SIX.encode(new InspectorRequest.ConnectionsRequest(1)))).isEqualTo("0201");
        assertThat(hex(SIX.encode(new InspectorRequest.ActionRequest(1, "a", NULL)))).isEqualTo("0301016101f6");
        assertThat(hex(SIX.encode(new InspectorRequest.RpcsListRequest(1)))).isEqualTo("0401");
        assertThat(hex(SIX.encode(new InspectorRequest.TraceQueryRequest(1, 2, 3, 4)))).isEqualTo("0501020304");
        assertThat(hex(SIX.encode(new InspectorRequest.QueueRequest(1, 2)))).isEqualTo("060102");
        assertThat(hex(SIX.encode(new InspectorRequest.WorkflowHistoryRequest(1)))).isEqualTo("0701");
        assertThat(hex(SIX.encode(new InspectorRequest.WorkflowReplayRequest(1, Optional.of("e"))))).isEqualTo("0801010165");
        assertThat(hex(SIX.encode(new InspectorRequest.DatabaseSchemaRequest(1)))).isEqualTo("0901");
        assertThat(hex(SIX.encode(new InspectorRequest.DatabaseTableRowsRequest(1, "t", 2, 3)))).isEqualTo("0a0101740203");
        assertThat(hex(SIX.encode(new InspectorRequest.SchedulesRequest(1)))).isEqualTo("0b01");
        assertThat(hex(SIX.encode(new InspectorRequest.ScheduleHistoryRequest(1, "s", 2)))).isEqualTo("0c01017302");
        assertThat(hex(SIX.encode(new InspectorRequest.ScheduleDeleteRequest(1, "s", "at")))).isEqualTo("0d010173026174");
    }

    @Test
    void theTagsOfMessages() {
        assertThat(hex(new InspectorMessage.StateResponse(1, Optional.empty(), false))).isEqualTo("00010000");
        assertThat(hex(new InspectorMessage.ConnectionsResponse(1, List.of(new InspectorMessage.Connection("c", NULL))))).isEqualTo("010101016301f6");
        assertThat(hex(new InspectorMessage.ActionResponse(1, NULL))).isEqualTo("020101f6");
        assertThat(hex(new InspectorMessage.ConnectionsUpdated(List.of()))).isEqualTo("0300");
        assertThat(hex(new InspectorMessage.QueueUpdated(200))).isEqualTo("04c801");
        assertThat(hex(new InspectorMessage.StateUpdated(NULL))).isEqualTo("0501f6");
        assertThat(hex(new InspectorMessage.WorkflowHistoryUpdated(NULL))).isEqualTo("0601f6");
        assertThat(hex(new InspectorMessage.SchedulesUpdated(List.of()))).isEqualTo("0700");
        assertThat(hex(new InspectorMessage.RpcsListResponse(1, List.of("a")))).isEqualTo("0801010161");
        assertThat(hex(new InspectorMessage.TraceQueryResponse(1, new byte[0]))).isEqualTo("090100");
        assertThat(hex(new InspectorMessage.QueueResponse(1, new InspectorMessage.QueueStatus(1, 2,
            List.of(new InspectorMessage.QueueMessage(3, "m", 4)), true)))).isEqualTo("0a0101020103016d0401");
        assertThat(hex(new InspectorMessage.WorkflowHistoryResponse(1, Optional.empty(), true))).isEqualTo("0b010001");
        assertThat(hex(new InspectorMessage.WorkflowReplayResponse(1, Optional.of(NULL), true))).isEqualTo("0c010101f601");
        assertThat(hex(new InspectorMessage.SchedulesResponse(1, List.of()))).isEqualTo("0d0100");
        assertThat(hex(new InspectorMessage.ScheduleHistoryResponse(1, "s", List.of(new InspectorMessage.ScheduleFire("a", 1, 2, OptionalLong.of(3), "ok",
            Optional.of(new InspectorMessage.FireError("g", "c", "m", Optional.empty()))))))).isEqualTo("0e01017301016101020103026f6b01016701630" + "16d00");
        assertThat(hex(new InspectorMessage.ScheduleDeleteResponse(1, "s", true))).isEqualTo("0f01017301");
        assertThat(hex(new InspectorMessage.Error("e"))).isEqualTo("100165");
        assertThat(hex(INIT)).isEqualTo("11" + "00" + "00" + "01" + "010161" + "00" + "02" + "00" + "00" + "01" + "0174" + "010154" + "00" + "00"
            + "01" + "0173" + "00" + "026174" + "0161" + "0180" + "ac02" + "0000000000");
        assertThat(hex(new InspectorMessage.DatabaseSchemaResponse(1, NULL))).isEqualTo("120101f6");
        assertThat(hex(new InspectorMessage.DatabaseTableRowsResponse(1, NULL))).isEqualTo("130101f6");
    }

    @Test
    void olderVersionsHaveOtherTagsAndLess() {
        assertThat(hex(FIVE.encode(INIT).orElseThrow())).isEqualTo("0d" + "00" + "00" + "01" + "010161" + "00" + "02" + "00" + "00" + "01" + "0174" + "010154"
            + "00" + "00");
        assertThat(hex(InspectorProtocol.of(4).orElseThrow().encode(INIT).orElseThrow())).isEqualTo("0d" + "00" + "00" + "01" + "010161" + "00" + "02" + "0000");
        assertThat(hex(THREE.encode(new InspectorMessage.Error("e")).orElseThrow())).isEqualTo("0b0165");
        assertThat(THREE.decodeRequest(HexFormat.of().parseHex("0801"))).isEqualTo(new InspectorRequest.DatabaseSchemaRequest(1));
        assertThatIllegalArgumentException().isThrownBy(() -> FIVE.encode(new InspectorRequest.SchedulesRequest(1)));
        assertThat(InspectorProtocol.of(2)).isEmpty();
        assertThat(InspectorProtocol.of(7)).isEmpty();
    }

    @Test
    void whatAnOlderVersionDoesNotHaveIsSaidToBeDropped() {
        assertThat(FIVE.encode(new InspectorMessage.SchedulesUpdated(List.of()))).isEmpty();
        assertThat(FIVE.decodeMessage(FIVE.encode(new InspectorMessage.SchedulesResponse(1, List.of())).orElseThrow()))
            .isEqualTo(new InspectorMessage.Error("inspector.schedules_dropped"));
        assertThat(THREE.decodeMessage(THREE.encode(new InspectorMessage.WorkflowReplayResponse(1, Optional.empty(), true)).orElseThrow()))
            .isEqualTo(new InspectorMessage.Error("inspector.workflow_history_dropped"));
    }

    @Test
    void legacyFramesBeginWithTheirVersion() {
        InspectorProtocol legacy = InspectorProtocol.legacy();
        assertThat(hex(legacy.encode(new InspectorMessage.QueueUpdated(2)).orElseThrow())).isEqualTo("05000402");
        assertThat(legacy.decodeRequest(HexFormat.of().parseHex("06000b01"))).isEqualTo(new InspectorRequest.SchedulesRequest(1));
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> legacy.decodeRequest(HexFormat.of().parseHex("05000b01")));
        assertThatExceptionOfType(DecodeException.class).isThrownBy(() -> legacy.decodeRequest(HexFormat.of().parseHex("07000101")));
    }

    @Test
    void theHistoryOfAWorkflow() {
        WorkflowHistory history = new WorkflowHistory(List.of("n"),
            List.of(new WorkflowHistory.Entry("e", List.of(new WorkflowHistory.Segment.NameIndex(0), new WorkflowHistory.Segment.LoopIteration(1, 2)),
                new WorkflowHistory.Kind.Sleep(5, WorkflowHistory.SleepState.INTERRUPTED))),
            Map.of("e", new WorkflowHistory.Metadata(WorkflowHistory.Status.EXHAUSTED, Optional.empty(), 1, 2, 3, OptionalLong.empty(),
                OptionalLong.of(4), Optional.empty())));
        assertThat(hex(history.encode())).isEqualTo("01016e" + "01" + "0165" + "02" + "0000000000" + "010100000002000000" + "02" + "0500000000000000" + "02"
            + "01" + "0165" + "04" + "00" + "01000000" + "0200000000000000" + "0300000000000000" + "00" + "010400000000000000" + "00");
        assertThat(WorkflowHistory.decode(history.encode())).isEqualTo(history);
    }

    private static String hex(InspectorMessage message) {
        return hex(SIX.encode(message).orElseThrow());
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
