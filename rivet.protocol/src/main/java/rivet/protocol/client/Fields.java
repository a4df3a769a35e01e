package rivet.protocol.client;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import rivet.error.ActorSpecifier;
import rivet.protocol.DecodeException;
import rivet.value.Undefined;

/** Takes the fields out of a message that was read as an object, and says what is wrong with them. Unknown ones are ignored. */
final class Fields {

    private final Map<?, ?> fields;
    private final String of;

    private Fields(Map<?, ?> fields, String of) {
        this.fields = fields;
        this.of = of;
    }

    static Fields of(Object value, String what) {
        if (value instanceof Map<?, ?> fields) {
            return new Fields(fields, what);
        }
        throw new DecodeException(what + " is not an object");
    }

    Fields fields(String name) {
        return of(value(name), name);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    /** Returns a plain value, undefined if the field is missing. */
    Object value(String name) {
        Object value = fields.get(name);
        return value != null || fields.containsKey(name) ? value : Undefined.UNDEFINED;
    }

    /** Returns a plain value that must be there, be it null or undefined. */
    Object required(String name) {
        if (!has(name)) {
            throw malformed(name, "is missing");
        }
        return fields.get(name);
    }

    /** Returns a plain value; empty if it is missing, null or undefined. */
    Optional<Object> optional(String name) {
        Object value = fields.get(name);
        return value == Undefined.UNDEFINED ? Optional.empty() : Optional.ofNullable(value);
    }

    String text(String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw malformed(name, "is not a string");
    }

    Optional<String> optionalText(String name) {
        return optional(name).isEmpty() ? Optional.empty() : Optional.of(text(name));
    }

    boolean bool(String name) {
        if (fields.get(name) instanceof Boolean bool) {
            return bool;
        }
        throw malformed(name, "is not a boolean");
    }

    /** Returns an unsigned integer: a number, be it beyond 32 bits and therefore a float in CBOR, or a bigint (R-conn-37). */
    long unsigned(String name) {
        Object value = fields.get(name);
        return switch (value) {
            case Integer number when number >= 0 -> number;
            case Long number when number >= 0 -> number;
            case Double number when number >= 0 && number <= Long.MAX_VALUE && number == Math.rint(number) -> number.longValue();
            case BigInteger number when number.signum() >= 0 && number.bitLength() <= Long.SIZE -> number.longValue();
            case null, default -> throw malformed(name, "is not an unsigned integer");
        };
    }

    OptionalLong optionalUnsigned(String name) {
        return optional(name).isEmpty() ? OptionalLong.empty() : OptionalLong.of(unsigned(name));
    }

    /** Returns a time span. In CBOR a number beyond 32 bits is a float, and any client may send a fraction, which is cut off. */
    OptionalLong optionalMillis(String name) {
        if (fields.get(name) instanceof Double millis && millis >= 0) {
            return OptionalLong.of(millis.longValue());
        }
        OptionalLong millis = optionalUnsigned(name);
        return millis.isPresent() ? OptionalLong.of(saturated(millis.getAsLong())) : millis;
    }

    /** Returns an unsigned number as a signed one, the greatest if it is greater. */
    static long saturated(long unsigned) {
        return unsigned < 0 ? Long.MAX_VALUE : unsigned;
    }

    Optional<ActorSpecifier> actor() {
        if (optional("actor").isEmpty()) {
            return Optional.empty();
        }
        Fields actor = fields("actor");
        return Optional.of(new ActorSpecifier(actor.text("actorId"), saturated(actor.unsigned("generation")), actor.optionalText("key")));
    }

    /** Returns the arguments: what is no array counts as one, null or nothing as none (spec/wire.md 7). */
    @SuppressWarnings("unchecked")
    static List<Object> arguments(Object args) {
        if (args == null || args == Undefined.UNDEFINED) {
            return List.of();
        }
        return args instanceof List<?> list ? (List<Object>) list : List.of(args);
    }

    private DecodeException malformed(String name, String what) {
        return new DecodeException(of + ": " + name + " " + what);
    }
}
