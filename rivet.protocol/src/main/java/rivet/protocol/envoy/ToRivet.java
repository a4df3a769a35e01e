package rivet.protocol.envoy;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What an envoy says to the engine. Request ids are u32, times in milliseconds since 1970. */
public sealed interface ToRivet {

    /**
     * Who the envoy is: its first message.
     *
     * @param metadata JSON
     */
    record Metadata(Optional<Map<String, ActorName>> prepopulateActorNames, Optional<String> metadata) implements ToRivet {}

    /** Something happened to actors. */
    record Events(List<ActorEvent.Numbered> events) implements ToRivet {}

    /** Commands that need not be repeated any more. */
    record AckCommands(List<Checkpoint> lastCommandCheckpoints) implements ToRivet {}

    /** The envoy drains. */
    record Stopping() implements ToRivet {}

    /** Answers a ping. */
    record Pong(long ts) implements ToRivet {}

    /** Works on a key-value store. */
    record KvRequest(String actorId, long requestId, rivet.protocol.envoy.KvRequest data) implements ToRivet {}

    /** Something for the client of a request or socket. */
    record TunnelMessage(MessageId messageId, ToGateway messageKind) implements ToRivet {}

    /** Reads pages. */
    record SqliteGetPages(long requestId, SqliteRequest.GetPages data) implements ToRivet {}

    /** Writes pages. */
    record SqliteCommit(long requestId, SqliteRequest.Commit data) implements ToRivet {}

    /** Begins a commit in segments. Version 8. */
    record SqliteCommitStageBegin(long requestId, SqliteRequest.CommitStageBegin data) implements ToRivet {}

    /** Sends a segment. Version 8. */
    record SqliteCommitStageSegment(long requestId, SqliteRequest.CommitStageSegment data) implements ToRivet {}

    /** Ends a commit in segments. Version 8. */
    record SqliteCommitFinalize(long requestId, SqliteRequest.CommitFinalize data) implements ToRivet {}

    /** Runs statements without parameters. */
    record SqliteExec(long requestId, SqliteRequest.Exec data) implements ToRivet {}

    /** Runs a statement. */
    record SqliteExecute(long requestId, SqliteRequest.Execute data) implements ToRivet {}

    /** Runs statements in a transaction. */
    record SqliteExecuteBatch(long requestId, SqliteRequest.ExecuteBatch data) implements ToRivet {}

    /** What there is to know of an actor type, as JSON. */
    record ActorName(String metadata) {}
}
