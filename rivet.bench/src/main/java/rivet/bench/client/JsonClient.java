package rivet.bench.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import rivet.bench.wire.Bytes;
import rivet.bench.wire.Json;
import rivet.bench.wire.WireException;

/** The JSON encoding; fields of the server's messages may come in any order. */
final class JsonClient implements ClientCodec {

    private static final byte[] ACTION = ascii("{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":[\"$BigInt\",\"");
    private static final byte[] NAME = ascii("\"],\"name\":\"");
    private static final byte[] ARGUMENTS = ascii("\",\"args\":");
    private static final byte[] END = ascii("}}}");

    @Override
    public String name() {
        return "json";
    }

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public boolean text() {
        return true;
    }

    @Override
    public byte[] arguments(List<?> arguments) {
        Bytes out = new Bytes(64);
        Json.write(out, arguments);
        return out.toArray();
    }

    @Override
    public void action(Bytes out, long id, Call call) {
        out.raw(ACTION).digits(id).raw(NAME).raw(call.name()).raw(ARGUMENTS).raw(call.arguments()).raw(END);
    }

    @Override
    public void subscribe(Bytes out, String event) {
        out.utf8("{\"body\":{\"tag\":\"SubscriptionRequest\",\"val\":{\"eventName\":");
        Json.write(out, event);
        out.utf8(",\"subscribe\":true}}}");
    }

    @Override
    public void message(ByteBuffer in, Reply reply) {
        new Message().read(in, reply);
    }

    @Override
    public byte[] httpRequest(byte[] arguments) {
        return new Bytes(16 + arguments.length).utf8("{\"args\":").raw(arguments).u8('}').toArray();
    }

    @Override
    public void httpResponse(ByteBuffer in, Reply reply) {
        double[] output = {Double.NaN};
        boolean[] found = {false};
        fields(in, name -> {
            if (name.equals("output")) {
                output[0] = Json.number(in);
                found[0] = true;
            } else {
                Json.skip(in);
            }
        });
        if (!found[0]) {
            throw new WireException("response without output");
        }
        reply.response(0, output[0]);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Takes the value of a field, which is next in the buffer. */
    private interface Field {
        void read(String name);
    }

    private static void fields(ByteBuffer in, Field field) {
        Json.expect(in, '{');
        boolean first = true;
        while (!Json.accept(in, '}')) {
            if (!first) {
                Json.expect(in, ',');
            }
            first = false;
            String name = Json.string(in);
            Json.expect(in, ':');
            field.read(name);
        }
    }

    /** Gathers the fields of one message. */
    private static final class Message {

        private String tag = "";
        private String name = "";
        private String error = "";
        private long id = -1;
        private double number = Double.NaN;

        void read(ByteBuffer in, Reply reply) {
            fields(in, outer -> fields(in, inner -> {
                if (inner.equals("tag")) {
                    tag = Json.string(in);
                } else {
                    fields(in, field -> value(in, field));
                }
            }));
            switch (tag) {
                case "Init" -> reply.init();
                case "Error" -> reply.error(error);
                case "ActionResponse" -> reply.response(id, number);
                case "Event" -> reply.event(name, number);
                default -> throw new WireException("message with tag " + tag);
            }
        }

        private void value(ByteBuffer in, String field) {
            switch (field) {
                case "id" -> id = Json.id(in);
                case "output" -> number = Json.number(in);
                case "args" -> firstArgument(in);
                case "name" -> name = Json.string(in);
                case "group", "code", "message" -> error += (error.isEmpty() ? "" : " ") + field + "=" + Json.string(in);
                default -> Json.skip(in);
            }
        }

        private void firstArgument(ByteBuffer in) {
            int start = in.position();
            Json.skip(in);
            int end = in.position();
            Json.expect(in.position(start), '[');
            if (Json.peek(in) != ']') {
                number = Json.number(in);
            }
            in.position(end);
        }
    }
}
