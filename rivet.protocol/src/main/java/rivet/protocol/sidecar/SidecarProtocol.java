package rivet.protocol.sidecar;

import static rivet.protocol.bare.BareUnion.member;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/**
 * Encodes and decodes frames without their length: version and message. {@code decode} throws {@link rivet.protocol.DecodeException} if the bytes are not such a
 * frame, {@code encode}
 * {@link IllegalArgumentException} if a value is of no kind that SQLite has.
 */
public final class SidecarProtocol {

    /** The one version. */
    public static final int VERSION = 1;

    private enum Kind { NULL, INTEGER, REAL, TEXT, BLOB }

    private static final Kind[] KINDS = Kind.values();

    private static final BareUnion<SidecarRequest> REQUEST = BareUnion.of("request",
        member(SidecarRequest.Hello.class, in -> new SidecarRequest.Hello(in.str()), (out, hello) -> out.str(hello.client())),
        member(SidecarRequest.Execute.class,
            in -> new SidecarRequest.Execute(in.u32(), in.optional(BareReader::str), in.str(), in.list(SidecarProtocol::value)),
            (out, execute) -> out.u32(execute.id()).optional(execute.transaction(), BareWriter::str).str(execute.sql())
                .list(execute.params(), SidecarProtocol::value)),
        member(SidecarRequest.Begin.class, in -> new SidecarRequest.Begin(in.u32(), in.str(), in.u32()),
            (out, begin) -> out.u32(begin.id()).str(begin.transaction()).u32(begin.timeoutMs())),
        member(SidecarRequest.Commit.class, in -> new SidecarRequest.Commit(in.u32(), in.str()),
            (out, commit) -> out.u32(commit.id()).str(commit.transaction())),
        member(SidecarRequest.Rollback.class, in -> new SidecarRequest.Rollback(in.u32(), in.str()),
            (out, rollback) -> out.u32(rollback.id()).str(rollback.transaction())));

    private static final BareUnion<SidecarReply> REPLY = BareUnion.of("reply",
        member(SidecarReply.Welcome.class, in -> new SidecarReply.Welcome(in.str(), in.u32(), in.u32()),
            (out, welcome) -> out.str(welcome.actorId()).u32(welcome.generation()).u32(welcome.maxFrameBytes())),
        member(SidecarReply.Result.class,
            in -> new SidecarReply.Result(in.u32(), in.list(BareReader::str), in.list(row -> row.list(SidecarProtocol::value)), in.i64(), in.i64()),
            (out, result) -> out.u32(result.id()).list(result.columns(), BareWriter::str)
                .list(result.rows(), (to, row) -> to.list(row, SidecarProtocol::value)).i64(result.changes()).i64(result.lastInsertId())),
        member(SidecarReply.Done.class, in -> new SidecarReply.Done(in.u32()), (out, done) -> out.u32(done.id())),
        member(SidecarReply.Error.class, in -> new SidecarReply.Error(in.u32(), in.str(), in.str(), in.str()),
            (out, error) -> out.u32(error.id()).str(error.group()).str(error.code()).str(error.message())),
        member(SidecarReply.ResponseTooLarge.class, in -> new SidecarReply.ResponseTooLarge(in.u32(), in.u64(), in.u64()),
            (out, large) -> out.u32(large.id()).u64(large.size()).u64(large.limit())),
        member(SidecarReply.GoAway.class, in -> new SidecarReply.GoAway(in.str()), (out, away) -> out.str(away.reason())));

    private SidecarProtocol() {
    }

    /** Encodes what a process asks. */
    public static byte[] encode(SidecarRequest request) {
        BareWriter out = new BareWriter().u16(VERSION);
        REQUEST.write(out, request);
        return out.toByteArray();
    }

    /** Encodes what an actor answers. */
    public static byte[] encode(SidecarReply reply) {
        BareWriter out = new BareWriter().u16(VERSION);
        REPLY.write(out, reply);
        return out.toByteArray();
    }

    /** Decodes what a process asked. */
    public static SidecarRequest decodeRequest(byte[] frame) {
        BareReader in = begin(frame);
        SidecarRequest request = REQUEST.read(in);
        in.end();
        return request;
    }

    /** Decodes what an actor answered. */
    public static SidecarReply decodeReply(byte[] frame) {
        BareReader in = begin(frame);
        SidecarReply reply = REPLY.read(in);
        in.end();
        return reply;
    }

    private static BareReader begin(byte[] frame) {
        BareReader in = new BareReader(frame);
        int version = in.u16();
        if (version != VERSION) {
            throw in.malformed("an unknown version: " + version);
        }
        return in;
    }

    private static Object value(BareReader in) {
        return switch (in.oneOf(KINDS)) {
            case NULL -> null;
            case INTEGER -> in.i64();
            case REAL -> in.f64();
            case TEXT -> in.str();
            case BLOB -> in.data();
        };
    }

    private static void value(BareWriter out, Object value) {
        switch (value) {
            case null -> out.oneOf(Kind.NULL);
            case Long number -> out.oneOf(Kind.INTEGER).i64(number);
            case Double number -> out.oneOf(Kind.REAL).f64(number);
            case String text -> out.oneOf(Kind.TEXT).str(text);
            case byte[] bytes -> out.oneOf(Kind.BLOB).data(bytes);
            default -> throw new IllegalArgumentException("no value of SQLite: " + value.getClass().getName());
        }
    }
}
