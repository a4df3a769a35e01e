package rivet.protocol.envoy;

import java.util.List;

/** What the engine says to an envoy. Request ids are u32, times in milliseconds since 1970. */
public sealed interface ToEnvoy {

    /** The first message. */
    record Init(Metadata metadata) implements ToEnvoy {}

    /** Commands for actors, also those that were not acknowledged before. */
    record Commands(List<Command.Numbered> commands) implements ToEnvoy {}

    /** Events that need not be repeated any more. */
    record AckEvents(List<Checkpoint> lastEventCheckpoints) implements ToEnvoy {}

    /** The answer to work on a key-value store. */
    record KvResponse(long requestId, rivet.protocol.envoy.KvResponse data) implements ToEnvoy {}

    /** Something from the client of a request or socket. */
    record TunnelMessage(MessageId messageId, FromGateway messageKind) implements ToEnvoy {}

    /** Wants a pong with the same time. */
    record Ping(long ts) implements ToEnvoy {}

    /** Pages. */
    record SqliteGetPagesResponse(long requestId, SqliteResult<SqliteResult.Pages> data) implements ToEnvoy {}

    /** The end of a commit. */
    record SqliteCommitResponse(long requestId, SqliteResult<SqliteResult.Head> data) implements ToEnvoy {}

    /** The beginning of a commit in segments. Version 8. */
    record SqliteCommitStageBeginResponse(long requestId, SqliteResult<SqliteResult.Staged> data) implements ToEnvoy {}

    /** A segment was taken. Version 8. */
    record SqliteCommitStageSegmentResponse(long requestId, SqliteResult<SqliteResult.Segment> data) implements ToEnvoy {}

    /** The end of a commit in segments. Version 8. */
    record SqliteCommitFinalizeResponse(long requestId, SqliteResult<SqliteResult.Head> data) implements ToEnvoy {}

    /** The last rows of several statements. */
    record SqliteExecResponse(long requestId, SqliteResult<SqliteResult.Result> data) implements ToEnvoy {}

    /** The rows of a statement. */
    record SqliteExecuteResponse(long requestId, SqliteResult<SqliteResult.Executed> data) implements ToEnvoy {}

    /** The rows of the statements of a batch. */
    record SqliteExecuteBatchResponse(long requestId, SqliteResult<SqliteResult.Results> data) implements ToEnvoy {}

    /**
     * What the engine expects.
     *
     * @param envoyLostThreshold milliseconds without a connection after which actors may run elsewhere
     * @param actorStopThreshold milliseconds in which an actor has to stop
     * @param maxResponsePayloadSize bytes of a response's body, u64
     */
    record Metadata(long envoyLostThreshold, long actorStopThreshold, long maxResponsePayloadSize) {}
}
