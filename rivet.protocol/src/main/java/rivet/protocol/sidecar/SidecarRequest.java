package rivet.protocol.sidecar;

import java.util.List;
import java.util.Optional;

/** What a process asks. Ids are u32, the process's own, and not in use again before they were answered; transactions have names of the process, for each connection. */
public sealed interface SidecarRequest {

    /** The first message: who is there. */
    record Hello(String client) implements SidecarRequest {}

    /**
     * Runs statements.
     *
     * @param transaction the one that they belong to; by themselves if empty
     * @param sql one statement, or several without parameters
     * @param params null, {@link Long}, {@link Double}, {@link String} or {@code byte[]}
     */
    record Execute(long id, Optional<String> transaction, String sql, List<Object> params) implements SidecarRequest {}

    /** Begins a transaction, which is rolled back unless it was committed in that time, in milliseconds, u32. */
    record Begin(long id, String transaction, long timeoutMs) implements SidecarRequest {}

    /** Commits a transaction. */
    record Commit(long id, String transaction) implements SidecarRequest {}

    /** Undoes a transaction. */
    record Rollback(long id, String transaction) implements SidecarRequest {}
}
