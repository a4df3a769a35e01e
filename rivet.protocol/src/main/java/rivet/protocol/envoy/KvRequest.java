package rivet.protocol.envoy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An operation on an actor's key-value store in the engine. No generation fences it. */
public sealed interface KvRequest {

    /** The values of these keys. */
    record Get(List<byte[]> keys) implements KvRequest {}

    /** The entries of a range, in ascending order of the keys unless reversed. */
    record ListEntries(Query query, Optional<Boolean> reverse, OptionalLong limit) implements KvRequest {}

    /** Sets entries; keys and values are of the same number. */
    record Put(List<byte[]> keys, List<byte[]> values) implements KvRequest {}

    /** Removes entries. */
    record Delete(List<byte[]> keys) implements KvRequest {}

    /** Removes the entries from {@code start} to {@code end}, that one excluded. */
    record DeleteRange(byte[] start, byte[] end) implements KvRequest {}

    /** Removes everything. */
    record Drop() implements KvRequest {}

    /** Which entries. */
    sealed interface Query {

        /** All. */
        record All() implements Query {}

        /** Those between two keys. */
        record Range(byte[] start, byte[] end, boolean exclusive) implements Query {}

        /** Those whose key begins so. */
        record Prefix(byte[] key) implements Query {}
    }
}
