package rivet.engine.web;

import java.util.ArrayList;
import java.util.List;

/**
 * A raw query string, without its question mark, seen as parameters.
 *
 * @param raw the query as it was sent; empty for none
 */
public record QueryString(String raw) {

    /**
     * One parameter.
     *
     * @param raw as it was sent
     * @param name decoded
     * @param value decoded; empty if there was no {@code =}
     */
    public record Parameter(String raw, String name, String value) {}

    /** Returns the parameters in their order. */
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        for (int start = 0; start < raw.length();) {
            int end = raw.indexOf('&', start);
            end = end < 0 ? raw.length() : end;
            if (end > start) {
                parameters.add(parameter(raw.substring(start, end)));
            }
            start = end + 1;
        }
        return parameters;
    }

    private static Parameter parameter(String piece) {
        int equals = piece.indexOf('=');
        return equals < 0 ? new Parameter(piece, Percent.decodeForm(piece), "")
            : new Parameter(piece, Percent.decodeForm(piece.substring(0, equals)), Percent.decodeForm(piece.substring(equals + 1)));
    }
}
