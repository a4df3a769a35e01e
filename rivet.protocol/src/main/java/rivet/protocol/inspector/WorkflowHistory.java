package rivet.protocol.inspector;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareWriter;

/**
 * What a workflow has done, as it goes in messages of the inspector. Times in milliseconds since 1970.
 *
 * @param nameRegistry the names that locations count
 * @param entryMetadata by the id of the entry
 */
public record WorkflowHistory(List<String> nameRegistry, List<Entry> entries, Map<String, Metadata> entryMetadata) {

    /** How far an entry is. */
    public enum Status { PENDING, RUNNING, COMPLETED, FAILED, EXHAUSTED }

    /** How far a sleep is. */
    public enum SleepState { PENDING, COMPLETED, INTERRUPTED }

    /** How far a branch is. */
    public enum BranchStatus { PENDING, RUNNING, COMPLETED, FAILED, CANCELLED }

    /** A step of the workflow, and where in it that is. */
    public record Entry(String id, List<Segment> location, Kind kind) {}

    /** A part of a location. */
    public sealed interface Segment {

        /** A name, by its place in the registry, u32. */
        record NameIndex(long index) implements Segment {}

        /** An iteration of a loop, both u32. */
        record LoopIteration(long loop, long iteration) implements Segment {}
    }

    /** What kind of step, and what came of it. Values are CBOR. */
    public sealed interface Kind {

        /** A call that is done once. */
        record Step(Optional<byte[]> output, Optional<String> error) implements Kind {}

        /** A loop; iteration u32. */
        record Loop(byte[] state, long iteration, Optional<byte[]> output) implements Kind {}

        /** A sleep. */
        record Sleep(long deadline, SleepState state) implements Kind {}

        /** A message that was received. */
        record Message(String name, byte[] messageData) implements Kind {}

        /** A place to roll back to. */
        record RollbackCheckpoint(String name) implements Kind {}

        /** Branches that are all waited for. */
        record Join(Map<String, Branch> branches) implements Kind {}

        /** Branches of which one wins. */
        record Race(Optional<String> winner, Map<String, Branch> branches) implements Kind {}

        /** A step that the code does not have any more. */
        record Removed(String originalType, Optional<String> originalName) implements Kind {}

        /** A check of the code's version, both u32. */
        record VersionCheck(long resolved, long latest) implements Kind {}
    }

    /** A branch; output in CBOR. */
    public record Branch(BranchStatus status, Optional<byte[]> output, Optional<String> error) {}

    /** What else is known of an entry; attempts u32. */
    public record Metadata(Status status, Optional<String> error, long attempts, long lastAttemptAt, long createdAt, OptionalLong completedAt,
            OptionalLong rollbackCompletedAt, Optional<String> rollbackError) {}

    /** Encodes it. */
    public byte[] encode() {
        BareWriter out = new BareWriter();
        WorkflowSchema.write(out, this);
        return out.toByteArray();
    }

    /**
     * Decodes it.
     *
     * @throws rivet.protocol.DecodeException if the bytes are no history
     */
    public static WorkflowHistory decode(byte[] bytes) {
        BareReader in = new BareReader(bytes);
        WorkflowHistory history = WorkflowSchema.read(in);
        in.end();
        return history;
    }
}
