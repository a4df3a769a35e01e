package rivet.test.rules;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a rule, such as R-state-12. */
record Rule(String area, int number) implements Comparable<Rule> {

    private static final Pattern NAME = Pattern.compile("R-([a-z]+)-([1-9][0-9]*)");

    static Rule parse(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + name + "' is no rule's name");
        }
        return new Rule(matcher.group(1), Integer.parseInt(matcher.group(2)));
    }

    @Override
    public int compareTo(Rule other) {
        int byArea = area.compareTo(other.area);
        return byArea == 0 ? Integer.compare(number, other.number) : byArea;
    }

    @Override
    public String toString() {
        return "R-" + area + "-" + number;
    }
}
