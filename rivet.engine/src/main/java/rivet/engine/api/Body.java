package rivet.engine.api;

import java.io.IOException;
import java.util.Base64;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import rivet.engine.actor.Causes;
import rivet.engine.actor.Creation;
import rivet.engine.web.CborShape;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.HttpCall;

/** A JSON object that came as a body. Whatever is not as it should be is refused with {@code api.bad_request}. */
final class Body {

    /** An input of the greatest size, written as base64, and some. */
    private static final int MOST = 6 * 1024 * 1024;
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final JsonNode object;

    private Body(JsonNode object) {
        this.object = object;
    }

    /** Reads the body of a request, which has these fields only. */
    static CompletionStage<Body> of(HttpCall call, Set<String> fields) {
        String type = call.header("content-type").orElse("");
        int semicolon = type.indexOf(';');
        if (!(semicolon < 0 ? type : type.substring(0, semicolon)).strip().equalsIgnoreCase("application/json")) {
            throw Request.bad("Content-Type must be application/json");
        }
        return call.body().bytes(MOST).handle((bytes, failure) -> {
            if (failure != null) {
                throw tooLong(Causes.named(failure));
            }
            return new Body(parse(bytes)).only(fields);
        });
    }

    private static RivetException tooLong(RivetException failure) {
        return failure.is(ErrorCode.MESSAGE_INCOMING_TOO_LONG)
            ? ErrorCode.GUARD_INVALID_REQUEST_BODY.error("reason", "more than " + MOST + " bytes") : failure;
    }

    private static JsonNode parse(byte[] bytes) {
        JsonNode node;
        try {
            node = MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw Request.bad("the body is not JSON");
        }
        if (!node.isObject()) {
            throw Request.bad("the body is not a JSON object");
        }
        return node;
    }

    private Body only(Set<String> fields) {
        for (Iterator<String> each = object.fieldNames(); each.hasNext();) {
            String name = each.next();
            if (!fields.contains(name)) {
                throw Request.bad("unknown field " + name);
            }
        }
        return this;
    }

    /** Returns a text that may be there. */
    Optional<String> optional(String field) {
        JsonNode node = object.get(field);
        if (node == null || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isTextual()) {
            throw Request.bad(field + " is not a string");
        }
        return Optional.of(node.textValue());
    }

    /** Returns a text that must be there. */
    String required(String field) {
        return optional(field).orElseThrow(() -> Request.bad("missing field " + field));
    }

    /** Returns an object that must be there. */
    Set<String> fieldsOf(String field) {
        JsonNode node = object.get(field);
        if (node == null || !node.isObject()) {
            throw Request.bad(field + " is not an object");
        }
        Set<String> names = new java.util.LinkedHashSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** Returns an input, which is base64 of CBOR; empty if there is none. With another one the actor could never be started. */
    byte[] input() {
        Optional<String> text = optional("input");
        byte[] input;
        try {
            input = text.isEmpty() ? new byte[0] : Base64.getDecoder().decode(text.get());
        } catch (IllegalArgumentException e) {
            throw Request.bad("input is not base64");
        }
        if (input.length > Creation.MAX_INPUT) {
            throw ErrorCode.ACTOR_INPUT_TOO_LARGE.error("size", input.length, "limit", Creation.MAX_INPUT);
        }
        if (input.length > 0 && !CborShape.isOneValue(input)) {
            throw Request.bad("input is not CBOR");
        }
        return input;
    }
}
