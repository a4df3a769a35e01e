package rivet.protocol.codec;

import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;

import rivet.protocol.DecodeException;

/** Reads JSON of JavaScript clients into plain values. */
public final class JsonReader {

    /**
     * Without Jackson's pools and tables, which would be state shared by all callers. Strings and names may be as long as
     * the text, which is in memory already; a number may not, because reading it takes more than linear time.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
        .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
        .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
        .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
        .streamReadConstraints(StreamReadConstraints.builder()
            .maxNestingDepth(Limits.DEPTH + Limits.ENVELOPE_DEPTH)
            .maxStringLength(Integer.MAX_VALUE)
            .maxNameLength(Integer.MAX_VALUE)
            .maxNumberLength(Limits.NUMBER_CHARACTERS)
            .build())
        .build();

    private final JsonParser parser;
    private final boolean compat;
    private final HashGuard guard = new HashGuard();
    private int levelsLeft;

    private JsonReader(JsonParser parser, boolean compat, int depth) {
        this.parser = parser;
        this.compat = compat;
        this.levelsLeft = depth;
    }

    /**
     * Reads one value that takes up the whole text.
     *
     * @param compat whether compat values are revived
     * @param depth how deep it may nest, at most {@link Limits#DEPTH} + {@link Limits#ENVELOPE_DEPTH}
     * @throws DecodeException if it is malformed, nested too deep or followed by something
     */
    public static Object read(String text, boolean compat, int depth) {
        try (JsonParser parser = FACTORY.createParser(text.toCharArray())) {
            JsonReader reader = new JsonReader(parser, compat, depth);
            Object value = reader.value(parser.nextToken());
            if (parser.nextToken() != null) {
                throw reader.malformed("something follows the value");
            }
            return value;
        } catch (JsonProcessingException e) {
            long offset = e.getLocation() == null ? 0 : e.getLocation().getCharOffset();
            throw new DecodeException("malformed JSON: " + e.getOriginalMessage(), offset, e);
        } catch (IOException e) {
            throw new DecodeException("malformed JSON: " + e.getMessage(), 0, e);
        }
    }

    private Object value(JsonToken token) throws IOException {
        return switch (token) {
            case null -> throw malformed("the value is missing");
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case START_ARRAY -> compat ? array() : elements();
            case START_OBJECT -> object();
            default -> throw malformed("something that is no value: " + token);
        };
    }

    /** JSON knows one kind of number; an integer that no long holds is the double that JavaScript makes of it. */
    private Object integer() throws IOException {
        switch (parser.getNumberType()) {
            case INT -> {
                int value = parser.getIntValue();
                return value == 0 && parser.getTextCharacters()[parser.getTextOffset()] == '-' ? (Object) (-0.0) : (Object) value;
            }
            case LONG -> {
                return parser.getLongValue();
            }
            default -> {
                return new BigInteger(parser.getText()).doubleValue();
            }
        }
    }

    private Object array() throws IOException {
        enter();
        CompatArray array = new CompatArray(4, guard);
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == JsonToken.START_ARRAY && array.awaitsSetElements()) {
                guard.enter(offset());
                array.addSetElements(elements());
                guard.leave();
            } else {
                array.add(value(token));
            }
        }
        leave();
        return array.finish(offset());
    }

    private List<Object> elements() throws IOException {
        enter();
        List<Object> items = new ArrayList<>(4);
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(value(token));
        }
        leave();
        return items;
    }

    private Map<String, Object> object() throws IOException {
        enter();
        Map<String, Object> object = new LinkedHashMap<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            object.put(name, value(parser.nextToken()));
        }
        leave();
        return object;
    }

    private void enter() {
        if (--levelsLeft < 0) {
            throw malformed("the value is nested too deep");
        }
    }

    private void leave() {
        levelsLeft++;
    }

    private long offset() {
        return parser.currentLocation().getCharOffset();
    }

    private DecodeException malformed(String what) {
        return new DecodeException(what, offset());
    }
}
