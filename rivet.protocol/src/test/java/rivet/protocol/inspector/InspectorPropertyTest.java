package rivet.protocol.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.protocol.fuzz.Hostile;
import rivet.protocol.fuzz.Mutants;
import rivet.protocol.fuzz.Records;

class InspectorPropertyTest {

    private static final InspectorProtocol NEWEST = InspectorProtocol.of(InspectorProtocol.NEWEST).orElseThrow();

    @Property
    void requestsAreReadAsTheyWereWritten(@ForAll("requests") InspectorRequest request) {
        assertThat(Records.tree(NEWEST.decodeRequest(NEWEST.encode(request)))).isEqualTo(Records.tree(request));
    }

    @Property
    void messagesAreReadAsTheyWereWritten(@ForAll("messages") InspectorMessage message) {
        byte[] bytes = NEWEST.encode(message).orElseThrow();
        assertThat(Records.tree(NEWEST.decodeMessage(bytes))).isEqualTo(Records.tree(message));
    }

    /** Whatever an actor says, every version has a form of it, or it need not be told. */
    @Property
    void everyVersionCanBeToldEverything(@ForAll("messages") InspectorMessage message, @ForAll("protocols") InspectorProtocol protocol) {
        protocol.encode(message).ifPresent(bytes -> {
            InspectorMessage told = protocol.decodeMessage(bytes);
            assertThat(protocol.encode(told)).hasValueSatisfying(again -> assertThat(again).isEqualTo(bytes));
        });
    }

    @Property
    void historiesAreReadAsTheyWereWritten(@ForAll("histories") WorkflowHistory history) {
        assertThat(Records.tree(WorkflowHistory.decode(history.encode()))).isEqualTo(Records.tree(history));
    }

    @Property
    void whatAPageMaySendIsReadOrRefused(@ForAll("hostileRequests") byte[] bytes, @ForAll("protocols") InspectorProtocol protocol) {
        Hostile.decode(bytes, () -> protocol.decodeRequest(bytes));
    }

    @Property
    void whatAServerMaySendIsReadOrRefused(@ForAll("hostileMessages") byte[] bytes, @ForAll("protocols") InspectorProtocol protocol) {
        Hostile.decode(bytes, () -> protocol.decodeMessage(bytes));
        Hostile.decode(bytes, () -> WorkflowHistory.decode(bytes));
    }

    @Provide
    Arbitrary<InspectorRequest> requests() {
        return Records.any(InspectorRequest.class);
    }

    @Provide
    Arbitrary<InspectorMessage> messages() {
        return Records.any(InspectorMessage.class);
    }

    @Provide
    Arbitrary<WorkflowHistory> histories() {
        return Records.any(WorkflowHistory.class);
    }

    @Provide
    Arbitrary<InspectorProtocol> protocols() {
        return Arbitraries.of(InspectorProtocol.legacy(), InspectorProtocol.of(3).orElseThrow(), InspectorProtocol.of(4).orElseThrow(),
            InspectorProtocol.of(5).orElseThrow(), NEWEST);
    }

    @Provide
    Arbitrary<byte[]> hostileRequests() {
        return Arbitraries.oneOf(requests().map(NEWEST::encode).flatMap(bytes -> Mutants.of(List.of(bytes))),
            requests().map(NEWEST::encode).map(InspectorPropertyTest::legacy).flatMap(bytes -> Mutants.of(List.of(bytes))), Mutants.noise());
    }

    @Provide
    Arbitrary<byte[]> hostileMessages() {
        return Arbitraries.oneOf(messages().map(message -> NEWEST.encode(message).orElseThrow()).flatMap(bytes -> Mutants.of(List.of(bytes))),
            histories().map(WorkflowHistory::encode).flatMap(bytes -> Mutants.of(List.of(bytes))), Mutants.noise());
    }

    private static byte[] legacy(byte[] bytes) {
        byte[] framed = new byte[bytes.length + 2];
        framed[0] = InspectorProtocol.NEWEST;
        System.arraycopy(bytes, 0, framed, 2, bytes.length);
        return framed;
    }
}
