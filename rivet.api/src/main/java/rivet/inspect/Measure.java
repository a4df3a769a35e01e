package rivet.inspect;

import java.util.List;
import java.util.Map;

/**
 * Something that was counted, as it stands now. Names and labels are in snake case, times in seconds; a name has the same kind, help and labels wherever it comes from.
 * Labels have few values each: the type of an actor, never its id (spec/core.md 11).
 */
public sealed interface Measure {

    /** Returns the name, without the suffix {@code _total} of a count. */
    String name();

    /** Returns what it says, in a sentence. */
    String help();

    /** Returns the labels. */
    Map<String, String> labels();

    /**
     * Something that only grows while the process lives.
     *
     * @param name its name
     * @param help what it says
     * @param labels its labels
     * @param value how many so far
     */
    record Count(String name, String help, Map<String, String> labels, double value) implements Measure {}

    /**
     * Something that goes up and down, and back to zero when what it is about is gone (R-met-1).
     *
     * @param name its name
     * @param help what it says
     * @param labels its labels
     * @param value how much now
     */
    record Level(String name, String help, Map<String, String> labels, double value) implements Measure {}

    /**
     * How long something took, each time.
     *
     * @param name its name
     * @param help what it says
     * @param labels its labels
     * @param bounds upper bounds of the classes, seconds, ascending; one more class follows, for all that took longer
     * @param counts how many in each class, not added up: one more than there are bounds
     * @param sum of all, seconds
     */
    record Durations(String name, String help, Map<String, String> labels, List<Double> bounds, List<Long> counts, double sum) implements Measure {}
}
