package rivet.protocol.envoy;

import static rivet.protocol.bare.BareUnion.empty;
import static rivet.protocol.bare.BareUnion.member;

import java.util.List;

import rivet.protocol.bare.BareReader;
import rivet.protocol.bare.BareUnion;
import rivet.protocol.bare.BareWriter;

/** How requests to the key-value store and their answers are laid out (spec/envoy.md 3.6). */
final class KvSchema {

    private static final BareUnion<KvRequest.Query> QUERY = BareUnion.of("query",
        empty(new KvRequest.Query.All()),
        member(KvRequest.Query.Range.class, in -> new KvRequest.Query.Range(in.data(), in.data(), in.bool()),
            (out, query) -> out.data(query.start()).data(query.end()).bool(query.exclusive())),
        member(KvRequest.Query.Prefix.class, in -> new KvRequest.Query.Prefix(in.data()), (out, query) -> out.data(query.key())));

    static final BareUnion<KvRequest> REQUEST = BareUnion.of("request to the key-value store",
        member(KvRequest.Get.class, in -> new KvRequest.Get(all(in)), (out, request) -> all(out, request.keys())),
        member(KvRequest.ListEntries.class, in -> new KvRequest.ListEntries(QUERY.read(in), in.optional(BareReader::bool), in.optionalU64()),
            KvSchema::list),
        member(KvRequest.Put.class, in -> new KvRequest.Put(all(in), all(in)), (out, request) -> all(all(out, request.keys()), request.values())),
        member(KvRequest.Delete.class, in -> new KvRequest.Delete(all(in)), (out, request) -> all(out, request.keys())),
        member(KvRequest.DeleteRange.class, in -> new KvRequest.DeleteRange(in.data(), in.data()),
            (out, request) -> out.data(request.start()).data(request.end())),
        empty(new KvRequest.Drop()));

    static final BareUnion<KvResponse> RESPONSE = BareUnion.of("answer of the key-value store",
        member(KvResponse.Error.class, in -> new KvResponse.Error(in.str()), (out, response) -> out.str(response.message())),
        member(KvResponse.Get.class, in -> new KvResponse.Get(all(in), all(in), in.list(KvSchema::metadata)),
            (out, response) -> all(all(out, response.keys()), response.values()).list(response.metadata(), KvSchema::metadata)),
        member(KvResponse.ListEntries.class, in -> new KvResponse.ListEntries(all(in), all(in), in.list(KvSchema::metadata)),
            (out, response) -> all(all(out, response.keys()), response.values()).list(response.metadata(), KvSchema::metadata)),
        empty(new KvResponse.Put()),
        empty(new KvResponse.Delete()),
        empty(new KvResponse.Drop()));

    private KvSchema() {
    }

    static Command.PreloadedKv.Entry entry(BareReader in) {
        return new Command.PreloadedKv.Entry(in.data(), in.data(), metadata(in));
    }

    static void entry(BareWriter out, Command.PreloadedKv.Entry entry) {
        metadata(out.data(entry.key()).data(entry.value()), entry.metadata());
    }

    private static KvResponse.Metadata metadata(BareReader in) {
        return new KvResponse.Metadata(in.data(), in.i64());
    }

    private static void metadata(BareWriter out, KvResponse.Metadata metadata) {
        out.data(metadata.version()).i64(metadata.updateTs());
    }

    private static void list(BareWriter out, KvRequest.ListEntries request) {
        QUERY.write(out, request.query());
        out.optional(request.reverse(), BareWriter::bool).optionalU64(request.limit());
    }

    private static List<byte[]> all(BareReader in) {
        return in.list(BareReader::data);
    }

    private static BareWriter all(BareWriter out, List<byte[]> values) {
        return out.list(values, BareWriter::data);
    }
}
