package rivet.protocol.envoy;

import java.util.List;

/** The answer to a {@link KvRequest}. */
public sealed interface KvResponse {

    /** It failed. */
    record Error(String message) implements KvResponse {}

    /** The entries that were found. */
    record Get(List<byte[]> keys, List<byte[]> values, List<Metadata> metadata) implements KvResponse {}

    /** The entries of the range. */
    record ListEntries(List<byte[]> keys, List<byte[]> values, List<Metadata> metadata) implements KvResponse {}

    /** They are set. */
    record Put() implements KvResponse {}

    /** They are removed; also the answer to the removal of a range. */
    record Delete() implements KvResponse {}

    /** Everything is removed. */
    record Drop() implements KvResponse {}

    /** What the engine knows of an entry. */
    record Metadata(byte[] version, long updateTs) {}
}
