package rivet.runtime.actor;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.ToClient;

/** An event, encoded at most once in each encoding however many connections get it. Made in a turn; reaches one thread at a time. */
public final class EncodedEvent {

    private final ToClient.Event event;
    private final Map<Encoding, Frame> frames = new EnumMap<>(Encoding.class);

    /**
     * Makes an event.
     *
     * @param args plain values
     */
    EncodedEvent(String name, List<Object> args) {
        event = new ToClient.Event(name, args);
    }

    /** Returns the event as a frame. */
    public Frame frame(Encoding encoding) {
        return frames.computeIfAbsent(encoding, e -> ClientProtocol.encode(e, event));
    }
}
