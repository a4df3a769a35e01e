package rivet.protocol.sidecar;

import java.util.List;

/** What an actor answers; {@code id} is that of the request. */
public sealed interface SidecarReply {

    /**
     * The first message: it may begin.
     *
     * @param generation of the actor, u32: a later one has another socket
     * @param maxFrameBytes the longest frame, without its length, u32
     */
    record Welcome(String actorId, long generation, long maxFrameBytes) implements SidecarReply {}

    /**
     * Statements were run; what they changed is durable, or part of the transaction.
     *
     * @param rows of the last statement that has columns: null, {@link Long}, {@link Double}, {@link String} or {@code byte[]}
     */
    record Result(long id, List<String> columns, List<List<Object>> rows, long changes, long lastInsertId) implements SidecarReply {}

    /** A transaction was begun, committed or undone. */
    record Done(long id) implements SidecarReply {}

    /** A request failed. */
    record Error(long id, String group, String code, String message) implements SidecarReply {}

    /** A result is longer than a frame may be; both u64. What the statement changed is changed. */
    record ResponseTooLarge(long id, long size, long limit) implements SidecarReply {}

    /** The connection ends: {@code stopping} once what was asked is answered, anything else at once. */
    record GoAway(String reason) implements SidecarReply {}
}
