package rivet.shell;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import rivet.error.RivetException;
import rivet.inspect.ActorInfo;
import rivet.inspect.StateInfo;
import rivet.protocol.DecodeException;
import rivet.protocol.value.JsonValues;
import rivet.value.Undefined;

/**
 * Plain values (see {@link rivet.value}) from what Gogo makes of what was typed. Text that begins with a bracket, a brace or a double quote
 * is JSON and fails with {@code validation.invalid_input} if it is not; other text is a number, a truth value or null if it is JSON for
 * one, else a string.
 */
final class Arguments {

    private static final String HINT = "; put JSON into single quotes, as in '[\"a\", 1]',"
        + " for the shell takes quotes, commas and braces for its own";

    private Arguments() {}

    /**
     * Returns the arguments of an action: one JSON array or list is all of them, else each value is one.
     *
     * @param typed the command line. JSON without quotes in it is taken from there if it is all that follows three words, and is else
     *            refused, for Gogo has garbled it
     */
    static List<Object> of(List<?> values, CharSequence typed) {
        Optional<BareJson> bare = BareJson.in(typed);
        if (bare.isPresent()) {
            return bare(bare.get());
        }
        List<Object> arguments = new ArrayList<>();
        values.forEach(value -> arguments.add(plain(value)));
        return spread(arguments);
    }

    /** Returns one value; {@code undefined} for empty text. JSON without quotes is refused. */
    static Object one(Object value, CharSequence typed) {
        BareJson.in(typed).ifPresent(json -> {
            throw refused(json.text());
        });
        Object plain = "".equals(value) ? Undefined.UNDEFINED : plain(value);
        return plain == null ? Undefined.UNDEFINED : plain;
    }

    private static List<Object> bare(BareJson json) {
        boolean alone = json.before().strip().split("\\s+").length == 3 && (json.after().isBlank() || json.after().strip().startsWith("|"));
        if (!alone) {
            throw refused(json.text());
        }
        List<Object> arguments = new ArrayList<>();
        arguments.add(json(json.text()));
        return spread(arguments);
    }

    private static List<Object> spread(List<Object> arguments) {
        boolean all = arguments.size() == 1 && arguments.getFirst() instanceof List<?>;
        return Collections.unmodifiableList(all ? new ArrayList<>((List<?>) arguments.getFirst()) : arguments);
    }

    private static Object plain(Object value) {
        return switch (value) {
            case null -> null;
            case CharSequence text -> word(text.toString());
            case Long number when number == number.intValue() -> number.intValue();
            case Integer _, Long _, Double _, Boolean _, BigInteger _, byte[] _, Instant _, Undefined _ -> value;
            case Json json -> json.value();
            case StateInfo state -> state.value();
            case ActorInfo actor -> actor.id();
            case Set<?> set -> new LinkedHashSet<>(elements(set));
            case Iterable<?> list -> elements(list);
            case Object[] array -> elements(Arrays.asList(array));
            case Map<?, ?> map -> map(map);
            default -> throw refused(value.toString());
        };
    }

    private static List<Object> elements(Iterable<?> list) {
        List<Object> elements = new ArrayList<>();
        list.forEach(element -> elements.add(inner(element)));
        return elements;
    }

    private static Map<String, Object> map(Map<?, ?> map) {
        Map<String, Object> plain = new LinkedHashMap<>();
        map.forEach((key, value) -> plain.put(String.valueOf(key), inner(value)));
        return plain;
    }

    /** Within lists and maps Gogo has already told numbers from strings. */
    private static Object inner(Object value) {
        return value instanceof CharSequence text ? string(text.toString()) : plain(value);
    }

    private static Object word(String text) {
        boolean literal = text.equals("true") || text.equals("false") || text.equals("null") || text.matches("-?[0-9].*");
        if (!literal) {
            return string(text);
        }
        try {
            return JsonValues.read(text);
        } catch (DecodeException e) {
            return text;
        }
    }

    private static Object string(String text) {
        return text.startsWith("[") || text.startsWith("{") || text.startsWith("\"") ? json(text) : text;
    }

    private static Object json(String text) {
        try {
            return JsonValues.read(text);
        } catch (DecodeException e) {
            throw CommandFailed.input(text + " is not JSON: " + e.getMessage() + HINT).withCause(e);
        }
    }

    private static RivetException refused(String text) {
        return CommandFailed.input(text + " is not clear" + HINT);
    }
}
