package rivet.bench.client;

import java.nio.ByteBuffer;
import java.util.List;

import rivet.bench.wire.Bare;
import rivet.bench.wire.Bytes;
import rivet.bench.wire.Cbor;
import rivet.bench.wire.Text;
import rivet.bench.wire.WireException;

/** The default encoding: BARE, with CBOR for the values inside. */
final class BareClient implements ClientCodec {

    private static final int INIT = 0;
    private static final int ERROR = 1;
    private static final int RESPONSE = 2;
    private static final int EVENT = 3;

    private static final int ACTION = 0;
    private static final int SUBSCRIPTION = 1;

    private byte[] eventBytes = {};
    private String eventName = "";

    @Override
    public String name() {
        return "bare";
    }

    @Override
    public String contentType() {
        return "application/octet-stream";
    }

    @Override
    public boolean text() {
        return false;
    }

    @Override
    public byte[] arguments(List<?> arguments) {
        Bytes out = new Bytes(64);
        Cbor.write(out, arguments);
        return out.toArray();
    }

    @Override
    public void action(Bytes out, long id, Call call) {
        out.u8(Bare.VERSION).u8(0).u8(ACTION).uint(id).data(call.name()).data(call.arguments());
    }

    @Override
    public void subscribe(Bytes out, String event) {
        out.u8(Bare.VERSION).u8(0).u8(SUBSCRIPTION).data(Text.bytes(event)).u8(1);
    }

    @Override
    public void message(ByteBuffer in, Reply reply) {
        Bare.version(in);
        int tag = in.get();
        switch (tag) {
            case INIT -> {
                Bare.string(in);
                Bare.string(in);
                reply.init();
            }
            case ERROR -> reply.error(Bare.string(in) + "." + Bare.string(in) + ": " + Bare.string(in));
            case RESPONSE -> reply.response(Bare.uint(in), value(in));
            case EVENT -> reply.event(event(in), firstArgument(in));
            default -> throw new WireException("message with tag " + tag);
        }
        if (tag != ERROR) {
            Bare.finished(in);
        }
    }

    @Override
    public byte[] httpRequest(byte[] arguments) {
        return new Bytes(16 + arguments.length).u8(Bare.VERSION).u8(0).data(arguments).toArray();
    }

    @Override
    public void httpResponse(ByteBuffer in, Reply reply) {
        Bare.version(in);
        reply.response(0, value(in));
        Bare.finished(in);
    }

    private static double value(ByteBuffer in) {
        int end = Bare.end(in);
        double number = Cbor.number(in);
        finished(in, end);
        return number;
    }

    private static double firstArgument(ByteBuffer in) {
        int end = Bare.end(in);
        int count = Cbor.array(in);
        double first = count == 0 ? Double.NaN : Cbor.number(in);
        for (int i = 1; i < count; i++) {
            Cbor.skip(in);
        }
        finished(in, end);
        return first;
    }

    private static void finished(ByteBuffer in, int end) {
        if (in.position() != end) {
            throw new WireException("CBOR value ends at " + in.position() + " but its field at " + end);
        }
    }

    /** Events come by the thousand under the same name: no new string for each. */
    private String event(ByteBuffer in) {
        int end = Bare.end(in);
        if (!Text.same(in, in.position(), end, eventBytes)) {
            eventName = Text.utf8(in.duplicate(), end);
            eventBytes = Text.bytes(eventName);
        }
        in.position(end);
        return eventName;
    }
}
