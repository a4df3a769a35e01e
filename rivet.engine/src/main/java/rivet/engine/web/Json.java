package rivet.engine.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.HttpBody;
import rivet.spi.engine.HttpReply;

/** Answers in JSON. Values are maps, lists, text, numbers, truth values and null; anything else is written as its text. */
public final class Json {

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final List<String> TYPE = List.of("application/json");

    private Json() {}

    /** Makes an answer. */
    public static HttpReply reply(int status, Object value) {
        return new HttpReply(status, Map.of("content-type", TYPE), HttpBody.of(bytes(value)));
    }

    /** Makes the answer that an error is, masked unless it may be seen (spec/wire.md 10). */
    public static HttpReply reply(RivetException error) {
        return new HttpReply(error.status(), headers(error), HttpBody.of(bytes(error)));
    }

    private static Map<String, List<String>> headers(RivetException error) {
        if (error.is(ErrorCode.GUARD_RATE_LIMIT) && error.metadata().orElse(null) instanceof Map<?, ?> told && told.get("retryAfterMs") instanceof Long millis) {
            return Map.of("content-type", TYPE, "retry-after", List.of(Long.toString(Math.ceilDiv(millis, 1_000))));
        }
        return Map.of("content-type", TYPE);
    }

    /** Returns an error as a client reads it. */
    public static byte[] bytes(RivetException error) {
        return write(json -> {
            json.writeStartObject();
            json.writeStringField("group", error.group());
            json.writeStringField("code", error.code());
            json.writeStringField("message", error.exposed() ? String.valueOf(error.getMessage()) : ErrorCode.MASKED_MESSAGE);
            if (error.exposed() && error.metadata().isPresent()) {
                json.writeFieldName("metadata");
                value(json, error.metadata().get());
            }
            json.writeEndObject();
        });
    }

    /** Returns a value as JSON. */
    public static byte[] bytes(Object value) {
        return write(json -> value(json, value));
    }

    private interface Writing {
        void to(JsonGenerator json) throws IOException;
    }

    private static byte[] write(Writing writing) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            writing.to(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static void value(JsonGenerator json, Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    json.writeFieldName(String.valueOf(entry.getKey()));
                    value(json, entry.getValue());
                }
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                for (Object element : list) {
                    value(json, element);
                }
                json.writeEndArray();
            }
            case Boolean truth -> json.writeBoolean(truth);
            case Integer number -> json.writeNumber(number);
            case Long number -> json.writeNumber(number);
            case Double number -> json.writeNumber(number);
            default -> json.writeString(value.toString());
        }
    }
}
