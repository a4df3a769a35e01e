package rivet.protocol.envoy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Work on an actor's database in the engine. Generations and transaction ids are u64, page numbers u32. */
public sealed interface SqliteRequest {

    /** Reads pages. */
    record GetPages(String actorId, List<Long> pgnos, OptionalLong expectedGeneration, OptionalLong expectedHeadTxid) implements SqliteRequest {}

    /** Writes pages. */
    record Commit(String actorId, List<DirtyPage> dirtyPages, long dbSizePages, long nowMs, OptionalLong expectedGeneration, OptionalLong expectedHeadTxid)
        implements SqliteRequest {}

    /** Begins a commit in segments. */
    record CommitStageBegin(String actorId, OptionalLong expectedGeneration, OptionalLong expectedHeadTxid) implements SqliteRequest {}

    /** One of its segments. */
    record CommitStageSegment(String actorId, OptionalLong expectedGeneration, long txid, long firstPgno, List<DirtyPage> dirtyPages)
        implements SqliteRequest {}

    /** Ends it. */
    record CommitFinalize(String actorId, OptionalLong expectedGeneration, long txid, long newDbSizePages, long nowMs, List<Long> segmentFirstPgnos)
        implements SqliteRequest {}

    /** Runs one statement or several, without parameters; the namespace is its name, not its id. */
    record Exec(String namespaceId, String actorId, long generation, String sql) implements SqliteRequest {}

    /** Runs one statement. */
    record Execute(String namespaceId, String actorId, long generation, String sql, Optional<List<SqlValue>> params) implements SqliteRequest {}

    /** Runs statements in one transaction. */
    record ExecuteBatch(String namespaceId, String actorId, long generation, List<Statement> statements) implements SqliteRequest {}

    /** A page that changed. */
    record DirtyPage(long pgno, byte[] bytes) {}

    /** A statement of a batch. */
    record Statement(String sql, Optional<List<SqlValue>> params) {}
}
