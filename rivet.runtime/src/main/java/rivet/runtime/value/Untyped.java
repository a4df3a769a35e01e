package rivet.runtime.value;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.deser.std.UntypedObjectDeserializer;

import rivet.value.Undefined;

/**
 * What is declared {@code Object} gets the plain value itself: its tokens no longer say whether it was a map or an object, a set or an array, bytes or a buffer.
 */
final class Untyped extends StdDeserializer<Object> implements ResolvableDeserializer {

    private static final long serialVersionUID = 1L;

    /** For tokens that Jackson has copied, as it does where it must read ahead. */
    private final UntypedObjectDeserializer copied = new UntypedObjectDeserializer((JavaType) null, (JavaType) null);

    Untyped() {
        super(Object.class);
    }

    @Override
    public void resolve(DeserializationContext context) throws JsonMappingException {
        copied.resolve(context);
    }

    @Override
    public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
        if (in instanceof PlainParser parser) {
            Object plain = parser.plain();
            parser.skipChildren();
            return plain;
        }
        return copied.deserialize(in, context);
    }

    @Override
    public Object getNullValue(DeserializationContext context) {
        return context.getParser() instanceof PlainParser parser && parser.currentToken() == JsonToken.VALUE_NULL && parser.plain() == Undefined.UNDEFINED
            ? Undefined.UNDEFINED : null;
    }
}
