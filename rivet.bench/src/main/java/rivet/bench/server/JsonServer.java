package rivet.bench.server;

import java.nio.ByteBuffer;

import rivet.bench.wire.Bytes;
import rivet.bench.wire.Json;
import rivet.bench.wire.Text;
import rivet.bench.wire.WireException;

/** JSON; reads the client's fields in the order in which it sends them. */
final class JsonServer implements ServerCodec, Request.Reader {

    @Override
    public boolean text() {
        return true;
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public Request message(ByteBuffer in) {
        field(in, '{', "body");
        field(in, '{', "tag");
        String tag = Json.string(in);
        field(in, ',', "val");
        return switch (tag) {
            case "ActionRequest" -> {
                field(in, '{', "id");
                long id = Json.id(in);
                field(in, ',', "name");
                String name = Json.string(in);
                field(in, ',', "args");
                yield new Request(id, name, value(in), this);
            }
            case "SubscriptionRequest" -> {
                field(in, '{', "eventName");
                yield new Request(-1, Json.string(in), in, this);
            }
            default -> throw new WireException("message with tag " + tag);
        };
    }

    @Override
    public Request httpAction(String name, ByteBuffer body) {
        field(body, '{', "args");
        return new Request(0, name, value(body), this);
    }

    private static void field(ByteBuffer in, char before, String name) {
        Json.expect(in, before);
        String found = Json.string(in);
        if (!found.equals(name)) {
            throw new WireException("field " + found + " where " + name + " was due");
        }
        Json.expect(in, ':');
    }

    private static ByteBuffer value(ByteBuffer in) {
        int start = in.position();
        Json.skip(in);
        return in.slice(start, in.position() - start);
    }

    @Override
    public byte[] argument(ByteBuffer arguments, int index) {
        Json.expect(arguments, '[');
        for (int i = 0; Json.peek(arguments) != ']'; i++) {
            if (i > 0) {
                Json.expect(arguments, ',');
            }
            int start = arguments.position();
            Json.skip(arguments);
            if (i == index) {
                byte[] value = new byte[arguments.position() - start];
                arguments.get(start, value);
                return value;
            }
        }
        return new byte[0];
    }

    @Override
    public double number(byte[] value) {
        return value.length == 0 ? Double.NaN : Json.number(ByteBuffer.wrap(value));
    }

    @Override
    public byte[] value(Object value) {
        Bytes out = new Bytes(16);
        Json.write(out, value);
        return out.toArray();
    }

    @Override
    public ByteBuffer init(String actorId, String connectionId) {
        Bytes out = start("Init").utf8("\"actorId\":").raw(value(actorId)).utf8(",\"connectionId\":").raw(value(connectionId));
        return end(out, "}}}");
    }

    @Override
    public ByteBuffer response(long id, byte[] output) {
        return end(start("ActionResponse").utf8("\"id\":[\"$BigInt\",\"").digits(id).utf8("\"],\"output\":").raw(output), "}}}");
    }

    @Override
    public ByteBuffer event(String name, Object first, byte[] second) {
        Bytes out = start("Event").utf8("\"args\":[").raw(value(first)).u8(',').raw(second).utf8("],\"name\":").raw(value(name));
        return end(out, "}}}");
    }

    @Override
    public ByteBuffer httpResponse(byte[] output) {
        return end(new Bytes(16 + output.length).utf8("{\"output\":").raw(output), "}");
    }

    private static Bytes start(String tag) {
        return new Bytes(128).utf8("{\"body\":{\"tag\":\"").raw(Text.bytes(tag)).utf8("\",\"val\":{");
    }

    private static ByteBuffer end(Bytes out, String end) {
        out.utf8(end);
        return ByteBuffer.wrap(out.array(), 0, out.length());
    }
}
