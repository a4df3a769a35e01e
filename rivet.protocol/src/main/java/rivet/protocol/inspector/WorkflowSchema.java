package rivet.protocol.inspector;

import static rivet.protocol.bare.BareUnion.member;

import java.util.Map;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;
import rivet.protocol.inspector.WorkflowHistory.Branch;
import rivet.protocol.inspector.WorkflowHistory.BranchStatus;
import rivet.protocol.inspector.WorkflowHistory.Entry;
import rivet.protocol.inspector.WorkflowHistory.Kind;
import rivet.protocol.inspector.WorkflowHistory.Metadata;
import rivet.protocol.inspector.WorkflowHistory.Segment;
import rivet.protocol.inspector.WorkflowHistory.SleepState;
import rivet.protocol.inspector.WorkflowHistory.Status;

/** How the history of a workflow is laid out. */
final class WorkflowSchema {

    private static final Status[] STATUSES = Status.values();
    private static final SleepState[] SLEEP_STATES = SleepState.values();
    private static final BranchStatus[] BRANCH_STATUSES = BranchStatus.values();

    private static final BareUnion<Segment> SEGMENT = BareUnion.of("segment",
        member(Segment.NameIndex.class, in -> new Segment.NameIndex(in.u32()), (out, segment) -> out.u32(segment.index())),
        member(Segment.LoopIteration.class, in -> new Segment.LoopIteration(in.u32(), in.u32()),
            (out, segment) -> out.u32(segment.loop()).u32(segment.iteration())));

    private static final BareUnion<Kind> KIND = BareUnion.of("entry",
        member(Kind.Step.class, in -> new Kind.Step(in.optional(BareReader::data), in.optional(BareReader::str)),
            (out, step) -> out.optional(step.output(), BareWriter::data).optional(step.error(), BareWriter::str)),
        member(Kind.Loop.class, in -> new Kind.Loop(in.data(), in.u32(), in.optional(BareReader::data)),
            (out, loop) -> out.data(loop.state()).u32(loop.iteration()).optional(loop.output(), BareWriter::data)),
        member(Kind.Sleep.class, in -> new Kind.Sleep(in.u64(), in.oneOf(SLEEP_STATES)), (out, sleep) -> out.u64(sleep.deadline()).oneOf(sleep.state())),
        member(Kind.Message.class, in -> new Kind.Message(in.str(), in.data()), (out, message) -> out.str(message.name()).data(message.messageData())),
        member(Kind.RollbackCheckpoint.class, in -> new Kind.RollbackCheckpoint(in.str()), (out, checkpoint) -> out.str(checkpoint.name())),
        member(Kind.Join.class, in -> new Kind.Join(branches(in)), (out, join) -> branches(out, join.branches())),
        member(Kind.Race.class, in -> new Kind.Race(in.optional(BareReader::str), branches(in)),
            (out, race) -> branches(out.optional(race.winner(), BareWriter::str), race.branches())),
        member(Kind.Removed.class, in -> new Kind.Removed(in.str(), in.optional(BareReader::str)),
            (out, removed) -> out.str(removed.originalType()).optional(removed.originalName(), BareWriter::str)),
        member(Kind.VersionCheck.class, in -> new Kind.VersionCheck(in.u32(), in.u32()), (out, check) -> out.u32(check.resolved()).u32(check.latest())));

    private WorkflowSchema() {
    }

    static WorkflowHistory read(BareReader in) {
        return new WorkflowHistory(in.list(BareReader::str), in.list(WorkflowSchema::entry), in.map(BareReader::str, WorkflowSchema::metadata));
    }

    static void write(BareWriter out, WorkflowHistory history) {
        out.list(history.nameRegistry(), BareWriter::str).list(history.entries(), WorkflowSchema::entry)
            .map(history.entryMetadata(), BareWriter::str, WorkflowSchema::metadata);
    }

    private static Entry entry(BareReader in) {
        return new Entry(in.str(), in.list(SEGMENT::read), KIND.read(in));
    }

    private static void entry(BareWriter out, Entry entry) {
        KIND.write(out.str(entry.id()).list(entry.location(), SEGMENT::write), entry.kind());
    }

    private static Map<String, Branch> branches(BareReader in) {
        return in.map(BareReader::str, branch -> new Branch(branch.oneOf(BRANCH_STATUSES), branch.optional(BareReader::data), branch.optional(BareReader::str)));
    }

    private static void branches(BareWriter out, Map<String, Branch> branches) {
        out.map(branches, BareWriter::str,
            (to, branch) -> to.oneOf(branch.status()).optional(branch.output(), BareWriter::data).optional(branch.error(), BareWriter::str));
    }

    private static Metadata metadata(BareReader in) {
        return new Metadata(in.oneOf(STATUSES), in.optional(BareReader::str), in.u32(), in.u64(), in.u64(), in.optionalU64(), in.optionalU64(),
            in.optional(BareReader::str));
    }

    private static void metadata(BareWriter out, Metadata metadata) {
        out.oneOf(metadata.status()).optional(metadata.error(), BareWriter::str).u32(metadata.attempts()).u64(metadata.lastAttemptAt())
            .u64(metadata.createdAt()).optionalU64(metadata.completedAt()).optionalU64(metadata.rollbackCompletedAt())
            .optional(metadata.rollbackError(), BareWriter::str);
    }
}
