package rivet.runtime.client;

import java.util.List;
import java.util.Optional;

/** Who is called. */
public sealed interface Target {

    /**
     * The actor that has a key.
     *
     * @param creates whether it is created if there is none
     * @param input CBOR for that case; empty for none
     * @param region where, for that case
     */
    record ByKey(String type, List<String> key, boolean creates, byte[] input, Optional<String> region) implements Target {

        /** Makes a target. */
        public ByKey {
            key = List.copyOf(key);
        }
    }

    /** The actor with an id. */
    record ById(String actorId) implements Target {}
}
