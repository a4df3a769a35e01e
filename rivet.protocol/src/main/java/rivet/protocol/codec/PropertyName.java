package rivet.protocol.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

import rivet.value.Undefined;

/** What JavaScript makes of a key that is not a string when it becomes the name of a property. */
final class PropertyName {

    private PropertyName() {
    }

    /** Returns the name for a simple value; empty for bytes, dates, containers and the like. */
    static Optional<String> of(Object key) {
        return switch (key) {
            case null -> Optional.of("null");
            case String text -> Optional.of(text);
            case Double number -> Optional.of(number(number));
            case Integer number -> Optional.of(number.toString());
            case Long number -> Optional.of(number.toString());
            case BigInteger number -> Optional.of(Compat.digits(number));
            case Boolean bool -> Optional.of(bool.toString());
            case Undefined undefined -> Optional.of("undefined");
            default -> Optional.empty();
        };
    }

    private static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.toString(value);
        }
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        if (size >= 1e-6 && size < 1e21) {
            return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
        }
        return exponential(Double.toString(value));
    }

    private static String exponential(String text) {
        String lower = text.replace(".0E", "e").replace("E", "e");
        return lower.contains("e-") ? lower : lower.replace("e", "e+");
    }
}
