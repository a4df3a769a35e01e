package rivet.protocol.envoy;

import static rivet.protocol.bare.BareUnion.empty;
import static rivet.protocol.bare.BareUnion.member;

import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/** How work on databases and its results are laid out (spec/envoy.md 3.7 and 3.8). */
final class SqlSchema {

    private static final BareUnion<SqlValue> VALUE = BareUnion.of("value",
        empty(new SqlValue.Null()),
        member(SqlValue.Int.class, in -> new SqlValue.Int(in.i64()), (out, value) -> out.i64(value.value())),
        member(SqlValue.Real.class, in -> new SqlValue.Real(Double.longBitsToDouble(Long.reverseBytes(in.u64()))),
            (out, value) -> out.u64(Long.reverseBytes(Double.doubleToRawLongBits(value.value())))),
        member(SqlValue.Text.class, in -> new SqlValue.Text(in.str()), (out, value) -> out.str(value.value())),
        member(SqlValue.Blob.class, in -> new SqlValue.Blob(in.data()), (out, value) -> out.data(value.value())));

    static final BareUnion<SqliteResult<SqliteResult.Pages>> PAGES = result(
        in -> new SqliteResult.Pages(in.list(SqlSchema::page), in.optionalU64()),
        (out, pages) -> out.list(pages.pages(), SqlSchema::page).optionalU64(pages.headTxid()));
    static final BareUnion<SqliteResult<SqliteResult.Head>> HEAD = result(in -> new SqliteResult.Head(in.optionalU64()),
        (out, head) -> out.optionalU64(head.headTxid()));
    static final BareUnion<SqliteResult<SqliteResult.Staged>> STAGED = result(in -> new SqliteResult.Staged(in.u64()),
        (out, staged) -> out.u64(staged.txid()));
    static final BareUnion<SqliteResult<SqliteResult.Segment>> SEGMENT = result(in -> new SqliteResult.Segment(in.u64()),
        (out, segment) -> out.u64(segment.stagedBytes()));
    static final BareUnion<SqliteResult<SqliteResult.Result>> RESULT = result(
        in -> new SqliteResult.Result(new SqliteResult.QueryResult(in.list(BareReader::str), rows(in))),
        (out, result) -> rows(out.list(result.result().columns(), BareWriter::str), result.result().rows()));
    static final BareUnion<SqliteResult<SqliteResult.Executed>> EXECUTED = result(in -> new SqliteResult.Executed(executed(in)),
        (out, result) -> executed(out, result.result()));
    static final BareUnion<SqliteResult<SqliteResult.Results>> RESULTS = result(in -> new SqliteResult.Results(in.list(SqlSchema::executed)),
        (out, results) -> out.list(results.results(), SqlSchema::executed));

    private SqlSchema() {
    }

    static SqliteRequest.GetPages getPages(BareReader in) {
        return new SqliteRequest.GetPages(in.str(), in.list(BareReader::u32), in.optionalU64(), in.optionalU64());
    }

    static void write(BareWriter out, SqliteRequest.GetPages request) {
        out.str(request.actorId()).list(request.pgnos(), BareWriter::u32).optionalU64(request.expectedGeneration()).optionalU64(request.expectedHeadTxid());
    }

    static SqliteRequest.Commit commit(BareReader in) {
        return new SqliteRequest.Commit(in.str(), in.list(SqlSchema::dirty), in.u32(), in.i64(), in.optionalU64(), in.optionalU64());
    }

    static void write(BareWriter out, SqliteRequest.Commit request) {
        out.str(request.actorId()).list(request.dirtyPages(), SqlSchema::dirty).u32(request.dbSizePages()).i64(request.nowMs())
            .optionalU64(request.expectedGeneration()).optionalU64(request.expectedHeadTxid());
    }

    static SqliteRequest.CommitStageBegin stageBegin(BareReader in) {
        return new SqliteRequest.CommitStageBegin(in.str(), in.optionalU64(), in.optionalU64());
    }

    static void write(BareWriter out, SqliteRequest.CommitStageBegin request) {
        out.str(request.actorId()).optionalU64(request.expectedGeneration()).optionalU64(request.expectedHeadTxid());
    }

    static SqliteRequest.CommitStageSegment segment(BareReader in) {
        return new SqliteRequest.CommitStageSegment(in.str(), in.optionalU64(), in.u64(), in.u32(), in.list(SqlSchema::dirty));
    }

    static void write(BareWriter out, SqliteRequest.CommitStageSegment request) {
        out.str(request.actorId()).optionalU64(request.expectedGeneration()).u64(request.txid()).u32(request.firstPgno())
            .list(request.dirtyPages(), SqlSchema::dirty);
    }

    static SqliteRequest.CommitFinalize finalizing(BareReader in) {
        return new SqliteRequest.CommitFinalize(in.str(), in.optionalU64(), in.u64(), in.u32(), in.i64(), in.list(BareReader::u32));
    }

    static void write(BareWriter out, SqliteRequest.CommitFinalize request) {
        out.str(request.actorId()).optionalU64(request.expectedGeneration()).u64(request.txid()).u32(request.newDbSizePages()).i64(request.nowMs())
            .list(request.segmentFirstPgnos(), BareWriter::u32);
    }

    static SqliteRequest.Exec exec(BareReader in) {
        return new SqliteRequest.Exec(in.str(), in.str(), in.u64(), in.str());
    }

    static void write(BareWriter out, SqliteRequest.Exec request) {
        out.str(request.namespaceId()).str(request.actorId()).u64(request.generation()).str(request.sql());
    }

    static SqliteRequest.Execute execute(BareReader in) {
        return new SqliteRequest.Execute(in.str(), in.str(), in.u64(), in.str(), params(in));
    }

    static void write(BareWriter out, SqliteRequest.Execute request) {
        params(out.str(request.namespaceId()).str(request.actorId()).u64(request.generation()).str(request.sql()), request.params());
    }

    static SqliteRequest.ExecuteBatch batch(BareReader in) {
        return new SqliteRequest.ExecuteBatch(in.str(), in.str(), in.u64(), in.list(from -> new SqliteRequest.Statement(from.str(), params(from))));
    }

    static void write(BareWriter out, SqliteRequest.ExecuteBatch request) {
        out.str(request.namespaceId()).str(request.actorId()).u64(request.generation())
            .list(request.statements(), (to, statement) -> params(to.str(statement.sql()), statement.params()));
    }

    private static SqliteRequest.DirtyPage dirty(BareReader in) {
        return new SqliteRequest.DirtyPage(in.u32(), in.data());
    }

    private static void dirty(BareWriter out, SqliteRequest.DirtyPage page) {
        out.u32(page.pgno()).data(page.bytes());
    }

    private static SqliteResult.Page page(BareReader in) {
        return new SqliteResult.Page(in.u32(), in.optional(BareReader::data));
    }

    private static void page(BareWriter out, SqliteResult.Page page) {
        out.u32(page.pgno()).optional(page.bytes(), BareWriter::data);
    }

    private static SqliteResult.ExecuteResult executed(BareReader in) {
        return new SqliteResult.ExecuteResult(in.list(BareReader::str), rows(in), in.i64(), in.optionalU64());
    }

    private static void executed(BareWriter out, SqliteResult.ExecuteResult result) {
        rows(out.list(result.columns(), BareWriter::str), result.rows()).i64(result.changes()).optionalU64(result.lastInsertRowId());
    }

    private static List<List<SqlValue>> rows(BareReader in) {
        return in.list(row -> row.list(VALUE::read));
    }

    private static BareWriter rows(BareWriter out, List<List<SqlValue>> rows) {
        return out.list(rows, (to, row) -> to.list(row, VALUE::write));
    }

    private static Optional<List<SqlValue>> params(BareReader in) {
        return in.optional(from -> from.list(VALUE::read));
    }

    private static void params(BareWriter out, Optional<List<SqlValue>> params) {
        out.optional(params, (to, values) -> to.list(values, VALUE::write));
    }

    /** Every result is a union of what was asked for and an error. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <T> BareUnion<SqliteResult<T>> result(Function<BareReader, T> reader, BiConsumer<BareWriter, T> writer) {
        BareUnion.Member ok = member(SqliteResult.Ok.class, in -> new SqliteResult.Ok<>(reader.apply(in)), (out, result) -> writer.accept(out, (T) result.value()));
        BareUnion.Member error = member(SqliteResult.ErrorResponse.class, in -> new SqliteResult.ErrorResponse<>(in.str(), in.str(), in.str()),
            (out, result) -> out.str(result.group()).str(result.code()).str(result.message()));
        return BareUnion.of("result", ok, error);
    }
}
