package rivet.bench.server;

import java.nio.ByteBuffer;

import rivet.bench.wire.Bare;
import rivet.bench.wire.Bytes;
import rivet.bench.wire.Cbor;
import rivet.bench.wire.Text;
import rivet.bench.wire.WireException;

/** BARE with CBOR values. */
final class BareServer implements ServerCodec, Request.Reader {

    @Override
    public boolean text() {
        return false;
    }

    @Override
    public String contentType() {
        return "application/octet-stream";
    }

    @Override
    public Request message(ByteBuffer in) {
        Bare.version(in);
        int tag = in.get();
        return switch (tag) {
            case 0 -> new Request(Bare.uint(in), Bare.string(in), data(in), this);
            case 1 -> new Request(-1, Bare.string(in), in, this);
            default -> throw new WireException("message with tag " + tag);
        };
    }

    @Override
    public Request httpAction(String name, ByteBuffer body) {
        Bare.version(body);
        return new Request(0, name, data(body), this);
    }

    private static ByteBuffer data(ByteBuffer in) {
        int end = Bare.end(in);
        return in.slice(in.position(), end - in.position());
    }

    @Override
    public byte[] argument(ByteBuffer arguments, int index) {
        int count = Cbor.array(arguments);
        for (int i = 0; i < index && i < count; i++) {
            Cbor.skip(arguments);
        }
        int start = arguments.position();
        if (index < count) {
            Cbor.skip(arguments);
        }
        byte[] value = new byte[arguments.position() - start];
        arguments.get(start, value);
        return value;
    }

    @Override
    public double number(byte[] value) {
        return value.length == 0 ? Double.NaN : Cbor.number(ByteBuffer.wrap(value));
    }

    @Override
    public byte[] value(Object value) {
        Bytes out = new Bytes(16);
        Cbor.write(out, value);
        return out.toArray();
    }

    @Override
    public ByteBuffer init(String actorId, String connectionId) {
        return buffer(message(0).data(Text.bytes(actorId)).data(Text.bytes(connectionId)));
    }

    @Override
    public ByteBuffer response(long id, byte[] output) {
        return buffer(message(2).uint(id).data(output));
    }

    @Override
    public ByteBuffer event(String name, Object first, byte[] second) {
        Bytes args = new Bytes(16 + second.length).u8(0x82).raw(value(first)).raw(second);
        return buffer(message(3).data(Text.bytes(name)).data(args.toArray()));
    }

    @Override
    public ByteBuffer httpResponse(byte[] output) {
        return buffer(new Bytes(16 + output.length).u8(Bare.VERSION).u8(0).data(output));
    }

    private static Bytes message(int tag) {
        return new Bytes(64).u8(Bare.VERSION).u8(0).u8(tag);
    }

    private static ByteBuffer buffer(Bytes bytes) {
        return ByteBuffer.wrap(bytes.array(), 0, bytes.length());
    }
}
