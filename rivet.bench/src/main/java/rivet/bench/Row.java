package rivet.bench;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * One line of the table.
 *
 * @param what is measured
 * @param real what real Rivet 2.3.19 does at its best, measured once
 * @param ceiling the null server or SQLite alone
 * @param ours the server under measurement
 * @param format how the numbers look
 */
record Row(String what, String real, Cell ceiling, Cell ours, Goal goal, DoubleFunction<String> format) {

    /** Whether at least one of the two numbers is there. */
    boolean measured(Results results) {
        return ceiling.in(results).isPresent() || ours.in(results).isPresent();
    }

    String markdown(Results results) {
        OptionalDouble limit = ceiling.in(results);
        OptionalDouble value = ours.in(results);
        String shown = show(value);
        if (value.isPresent() && limit.isPresent()) {
            shown += String.format(Locale.ROOT, " (%.2f ×)", value.getAsDouble() / limit.getAsDouble());
        }
        String verdict = goal.reached(value, limit).map(reached -> reached ? "yes" : "**no**").orElse("-");
        return "| " + String.join(" | ", what, real, show(limit), shown, goal.text(format), verdict) + " |";
    }

    private String show(OptionalDouble number) {
        return number.isPresent() ? format.apply(number.getAsDouble()) : "-";
    }
}
