package rivet.protocol.inspector;

import java.util.Optional;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/**
 * Encodes and decodes the messages of the inspector protocol in one of its versions, for both sides; one message is one binary WebSocket frame. A client that
 * names a version in the URL gets frames without one; for one that does not there is the legacy framing of {@link #legacy}. Immutable.
 * <p>
 * {@code decode} throws {@link rivet.protocol.DecodeException} if the bytes are not such a message; it allocates nothing for a length that they do not have.
 */
public final class InspectorProtocol {

    /** The newest version. */
    public static final int NEWEST = 6;

    /** The oldest version that is understood; the two before have not been seen in use. */
    public static final int OLDEST = 3;

    static final int WITH_REPLAY = 4;
    static final int WITH_TABS = 5;
    static final int WITH_SCHEDULES = 6;

    /** What a server writes to those who name no version. */
    private static final int LEGACY = 5;

    private final int version;
    private final boolean versioned;
    private final BareUnion<InspectorRequest> requests;
    private final BareUnion<InspectorMessage> messages;

    private InspectorProtocol(int version, boolean versioned) {
        this.version = version;
        this.versioned = versioned;
        this.requests = RequestSchema.of(version);
        this.messages = MessageSchema.of(version);
    }

    /** Returns the protocol of a version, empty if there is none from {@link #OLDEST} to {@link #NEWEST}. */
    public static Optional<InspectorProtocol> of(int version) {
        return version < OLDEST || version > NEWEST ? Optional.empty() : Optional.of(new InspectorProtocol(version, false));
    }

    /** Returns the protocol for clients that named no version: every frame begins with that of its layout, and ours is 5. */
    public static InspectorProtocol legacy() {
        return new InspectorProtocol(LEGACY, true);
    }

    /**
     * Encodes what an actor says. What the version does not have becomes an {@link InspectorMessage.Error} that says what was dropped.
     *
     * @return empty if clients of this version are not told of such a thing: schedules that are pushed
     */
    public Optional<byte[]> encode(InspectorMessage message) {
        return switch (message) {
            case InspectorMessage.SchedulesUpdated pushed when version < WITH_SCHEDULES -> Optional.empty();
            case InspectorMessage.SchedulesResponse dropped when version < WITH_SCHEDULES -> encode(dropped("schedules"));
            case InspectorMessage.ScheduleHistoryResponse dropped when version < WITH_SCHEDULES -> encode(dropped("schedules"));
            case InspectorMessage.ScheduleDeleteResponse dropped when version < WITH_SCHEDULES -> encode(dropped("schedules"));
            case InspectorMessage.WorkflowReplayResponse dropped when version < WITH_REPLAY -> encode(dropped("workflow_history"));
            default -> {
                BareWriter out = begin();
                messages.write(out, message);
                yield Optional.of(out.toByteArray());
            }
        };
    }

    /**
     * Encodes what an inspector asks.
     *
     * @throws IllegalArgumentException if the version does not have it
     */
    public byte[] encode(InspectorRequest request) {
        BareWriter out = begin();
        requests.write(out, request);
        return out.toByteArray();
    }

    /** Decodes what an inspector asked. */
    public InspectorRequest decodeRequest(byte[] frame) {
        BareReader in = new BareReader(frame);
        BareUnion<InspectorRequest> layout = versioned ? RequestSchema.of(version(in)) : requests;
        InspectorRequest request = layout.read(in);
        in.end();
        return request;
    }

    /** Decodes what an actor said. */
    public InspectorMessage decodeMessage(byte[] frame) {
        BareReader in = new BareReader(frame);
        BareUnion<InspectorMessage> layout = versioned ? MessageSchema.of(version(in)) : messages;
        InspectorMessage message = layout.read(in);
        in.end();
        return message;
    }

    private BareWriter begin() {
        return versioned ? new BareWriter().u16(version) : new BareWriter();
    }

    private static int version(BareReader in) {
        int version = in.u16();
        if (version < OLDEST || version > NEWEST) {
            throw in.malformed("an unknown version: " + version);
        }
        return version;
    }

    private static InspectorMessage dropped(String what) {
        return new InspectorMessage.Error("inspector." + what + "_dropped");
    }
}
