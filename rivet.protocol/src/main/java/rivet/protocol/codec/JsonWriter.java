package rivet.protocol.codec;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/**
 * Writes plain values as JSON for JavaScript clients. Not by Jackson's generator: that refuses the lone surrogates which
 * strings of JavaScript may have.
 */
public final class JsonWriter implements ObjectWriter {

    private final ByteSink sink;
    private final JsonText text;
    private int depth;
    private boolean first;

    public JsonWriter(ByteSink sink) {
        this.sink = sink;
        this.text = new JsonText(sink);
    }

    @Override
    public void begin(int fields) {
        sink.u8('{');
        first = true;
    }

    @Override
    public void name(String name) {
        if (!first) {
            sink.u8(',');
        }
        first = false;
        text.string(name);
        sink.u8(':');
    }

    @Override
    public void bigint(long value) {
        tag(Compat.BIG_INT);
        text.string(Long.toUnsignedString(value));
        sink.u8(']');
    }

    @Override
    public void end() {
        sink.u8('}');
        first = false;
    }

    @Override
    public void value(Object plain) {
        switch (plain) {
            case null -> sink.ascii("null");
            case String string -> text.string(string);
            case Integer number -> sink.ascii(number.toString());
            case Long number -> sink.ascii(number.toString());
            case Double number -> text.number(number);
            case Boolean bool -> sink.ascii(bool ? "true" : "false");
            case List<?> list -> list(list);
            case Map<?, ?> object -> object(object);
            case Undefined undefined -> undefined();
            case BigInteger number -> compat(Compat.BIG_INT, Compat.digits(number));
            case byte[] bytes -> base64(Compat.UINT8_ARRAY, bytes);
            case ByteBuffer buffer -> base64(Compat.ARRAY_BUFFER, Compat.contentOf(buffer));
            default -> rare(plain);
        }
    }

    private void rare(Object plain) {
        switch (plain) {
            case Instant instant -> text.string(JsonDate.format(instant));
            case Set<?> set -> set(set);
            case JsMap map -> map(map.entries());
            case TypedArray array -> value(TypedArrays.asObject(array));
            case Tagged tagged -> sink.ascii("{}");
            default -> throw Compat.notPlain(plain);
        }
    }

    private void list(List<?> list) {
        if (Compat.looksTagged(list)) {
            enter();
            tag("$" + list.getFirst());
            value(list.get(1));
            sink.u8(']');
            leave();
        } else {
            elements(list);
        }
    }

    private void elements(Collection<?> elements) {
        enter();
        sink.u8('[');
        boolean more = false;
        for (Object element : elements) {
            if (more) {
                sink.u8(',');
            }
            more = true;
            value(element);
        }
        sink.u8(']');
        leave();
    }

    private void object(Map<?, ?> object) {
        enter();
        begin(object.size());
        for (Map.Entry<?, ?> field : object.entrySet()) {
            if (!(field.getKey() instanceof String name)) {
                throw new IllegalArgumentException("an object with a name that is not a string: " + field.getKey());
            }
            name(name);
            value(field.getValue());
        }
        end();
        leave();
    }

    private void map(Map<Object, Object> entries) {
        enter();
        begin(entries.size());
        entries.forEach((key, value) -> {
            name(key instanceof Instant instant ? JsonDate.format(instant) : PropertyName.of(key).orElseGet(() -> json(key)));
            value(value);
        });
        end();
        leave();
    }

    /** The name for a key that JavaScript has no good one for. */
    private String json(Object key) {
        JsonWriter writer = new JsonWriter(new ByteSink());
        writer.depth = depth;
        writer.value(key);
        return writer.sink.toText();
    }

    private void set(Set<?> set) {
        enter();
        tag(Compat.SET);
        elements(set);
        sink.u8(']');
        leave();
    }

    private void undefined() {
        enter();
        tag(Compat.UNDEFINED);
        sink.u8('0');
        sink.u8(']');
        leave();
    }

    private void base64(String tag, byte[] bytes) {
        enter();
        tag(tag);
        sink.u8('"');
        sink.bytes(Base64.getEncoder().encode(bytes));
        sink.u8('"');
        sink.u8(']');
        leave();
    }

    private void compat(String tag, String payload) {
        enter();
        tag(tag);
        text.string(payload);
        sink.u8(']');
        leave();
    }

    private void tag(String tag) {
        sink.u8('[');
        text.string(tag);
        sink.u8(',');
    }

    private void enter() {
        if (++depth > Limits.DEPTH) {
            throw Compat.tooDeep();
        }
    }

    private void leave() {
        depth--;
    }
}
