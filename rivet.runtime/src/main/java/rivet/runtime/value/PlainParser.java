package rivet.runtime.value;

import java.io.IOException;
import java.util.List;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;

/** Reads the tokens of a plain value, and knows which plain value stands behind the current one. */
final class PlainParser extends JsonParserDelegate {

    private final List<Object> values;
    private int current = -1;

    /**
     * Makes a parser.
     *
     * @param tokens what {@link PlainTokens} wrote
     * @param values what it noted, one value for each token that begins one
     */
    PlainParser(JsonParser tokens, List<Object> values) {
        super(tokens);
        this.values = values;
    }

    /** Returns the plain value that begins with the current token. */
    Object plain() {
        return values.get(current);
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = delegate.nextToken();
        if (token != null && (token.isStructStart() || token.isScalarValue())) {
            current++;
        }
        return token;
    }

    @Override
    public JsonToken nextValue() throws IOException {
        JsonToken token = nextToken();
        return token == JsonToken.FIELD_NAME ? nextToken() : token;
    }

    @Override
    public JsonParser skipChildren() throws IOException {
        JsonToken token = currentToken();
        int depth = token != null && token.isStructStart() ? 1 : 0;
        while (depth > 0) {
            token = nextToken();
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        }
        return this;
    }
}
