package rivet.protocol.envoy;

import java.util.List;
import java.util.Optional;

/** What the engine tells an envoy to do with an actor. */
public sealed interface Command {

    /** A command and its place in the sequence of its generation; a repeated one has the same. */
    record Numbered(Checkpoint checkpoint, Command inner) {}

    /**
     * Start this generation.
     *
     * @param hibernatingRequests the sockets that clients hold at the gateway
     */
    record StartActor(ActorConfig config, List<HibernatingRequest> hibernatingRequests, Optional<PreloadedKv> preloadedKv) implements Command {}

    /** Stop this generation. */
    record StopActor(StopReason reason) implements Command {}

    /**
     * What the actor is.
     *
     * @param createTs when this start was decided, in milliseconds since 1970
     * @param input of its creation
     */
    record ActorConfig(String name, Optional<String> key, long createTs, Optional<byte[]> input) {}

    /** A socket of a client; both ids are four bytes, here as the big-endian number. */
    record HibernatingRequest(int gatewayId, int requestId) {}

    /** Entries of the key-value store that came with the start. */
    record PreloadedKv(List<Entry> entries, List<byte[]> requestedGetKeys, List<byte[]> requestedPrefixes) {

        /** An entry. */
        public record Entry(byte[] key, byte[] value, KvResponse.Metadata metadata) {}
    }

    /** Why to stop. The second and third destroy the actor, the others keep its state. */
    enum StopReason { SLEEP_INTENT, STOP_INTENT, DESTROY, GOING_AWAY, LOST }
}
