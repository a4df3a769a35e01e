package rivet.runtime.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.DateDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;

import rivet.value.JsMap;
import rivet.value.Tagged;
import rivet.value.TypedArray;
import rivet.value.Undefined;

/** Teaches Jackson to leave values alone that are plain but have no JSON form. */
final class PlainModule extends SimpleModule {

    private static final long serialVersionUID = 1L;

    PlainModule() {
        super("rivet-plain-values");
        addSerializer(new AsIs<>(Undefined.class, u -> u));
        addSerializer(new AsIs<>(Tagged.class, t -> t));
        addSerializer(new AsIs<>(TypedArray.class, a -> a));
        addSerializer(new AsIs<>(ByteBuffer.class, b -> b));
        addSerializer(new AsIs<>(Instant.class, i -> i));
        addSerializer(new AsIs<>(Date.class, d -> Instant.ofEpochMilli(d.getTime())));
        addSerializer(new Maps());
        addDeserializer(Date.class, new Dates());
        addDeserializer(Object.class, new Untyped());
        addDeserializer(JsMap.class, new Itself<>(JsMap.class));
        addDeserializer(TypedArray.class, new Itself<>(TypedArray.class));
        addDeserializer(Tagged.class, new Itself<>(Tagged.class));
    }

    /** What is declared as a plain value takes that and nothing else. */
    private static final class Itself<T> extends StdDeserializer<T> {

        private static final long serialVersionUID = 1L;

        private final Class<T> type;

        Itself(Class<T> type) {
            super(type);
            this.type = type;
        }

        @Override
        public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (in instanceof PlainParser parser && type.isInstance(parser.plain())) {
                T plain = type.cast(parser.plain());
                parser.skipChildren();
                return plain;
            }
            return context.<T> reportInputMismatch(type, "not a %s", type.getSimpleName());
        }
    }

    private static final class AsIs<T> extends StdSerializer<T> {

        private static final long serialVersionUID = 1L;

        private final transient Function<T, Object> plain;

        AsIs(Class<T> type, Function<T, Object> plain) {
            super(type);
            this.plain = plain;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeEmbeddedObject(plain.apply(value));
        }
    }

    /** Entries of a map may be typed values. */
    private static final class Maps extends StdSerializer<JsMap> {

        private static final long serialVersionUID = 1L;

        Maps() {
            super(JsMap.class);
        }

        @Override
        public void serialize(JsMap value, JsonGenerator out, SerializerProvider provider) throws IOException {
            Map<Object, Object> entries = new LinkedHashMap<>();
            for (Map.Entry<Object, Object> entry : value.entries().entrySet()) {
                entries.put(plain(entry.getKey(), out, provider), plain(entry.getValue(), out, provider));
            }
            out.writeEmbeddedObject(new JsMap(entries));
        }

        private static Object plain(Object value, JsonGenerator out, SerializerProvider provider) throws IOException {
            PlainGenerator plain = new PlainGenerator(out.getCodec());
            provider.defaultSerializeValue(value, plain);
            return plain.result();
        }
    }

    private static final class Dates extends StdDeserializer<Date> {

        private static final long serialVersionUID = 1L;

        Dates() {
            super(Date.class);
        }

        @Override
        public Date deserialize(JsonParser in, DeserializationContext context) throws IOException {
            if (in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT && in.getEmbeddedObject() instanceof Instant instant) {
                return Date.from(instant);
            }
            return DateDeserializers.DateDeserializer.instance.deserialize(in, context);
        }
    }
}
