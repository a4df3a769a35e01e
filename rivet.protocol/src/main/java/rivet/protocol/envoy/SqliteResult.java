package rivet.protocol.envoy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What became of a {@link SqliteRequest}. */
public sealed interface SqliteResult<T> {

    /** It worked. */
    record Ok<T>(T value) implements SqliteResult<T> {}

    /** It failed. */
    record ErrorResponse<T>(String group, String code, String message) implements SqliteResult<T> {}

    /** The pages that were asked for. */
    record Pages(List<Page> pages, OptionalLong headTxid) {}

    /** A page, without bytes if there is none. */
    record Page(long pgno, Optional<byte[]> bytes) {}

    /** The newest transaction, u64. */
    record Head(OptionalLong headTxid) {}

    /** The transaction that was begun, u64. */
    record Staged(long txid) {}

    /** How much was staged so far, u64. */
    record Segment(long stagedBytes) {}

    /** The rows of the last statement. */
    record Result(QueryResult result) {}

    /** The rows of each statement. */
    record Results(List<ExecuteResult> results) {}

    /** The rows of one. */
    record Executed(ExecuteResult result) {}

    /** Rows. */
    record QueryResult(List<String> columns, List<List<SqlValue>> rows) {}

    /** Rows and counters; those are of use after INSERT, UPDATE and DELETE only. */
    record ExecuteResult(List<String> columns, List<List<SqlValue>> rows, long changes, OptionalLong lastInsertRowId) {}
}
