package rivet.test.rules;

import java.util.List;

/**
 * A line of a table.
 *
 * @param where file and line, for messages
 * @param text how the platform behaves
 * @param proofs tests, or the one reason why the rule does not apply
 */
record Row(String where, Rule rule, String text, List<String> proofs) {

    static final String NOT_APPLICABLE = "n/a: ";
    private static final int LONGEST = 300;

    /** @throws IllegalArgumentException if it is malformed; the message says where and how */
    static Row parse(String where, String line) {
        List<String> cells = List.of(line.split("\t", -1));
        check(cells.size() >= 3, where, "needs a rule, a sentence and a test, with tabs between them");
        check(cells.stream().allMatch(cell -> !cell.isEmpty() && cell.equals(cell.strip())), where, "has an empty cell, or blanks around one");
        check(cells.get(1).length() <= LONGEST, where, "says it in more than " + LONGEST + " characters");
        List<String> proofs = cells.subList(2, cells.size());
        check(proofs.size() == 1 || proofs.stream().noneMatch(proof -> proof.startsWith(NOT_APPLICABLE)), where, "does not apply, and has tests");
        try {
            return new Row(where, Rule.parse(cells.getFirst()), cells.get(1), proofs);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(where + ": " + e.getMessage(), e);
        }
    }

    boolean applies() {
        return !proofs.getFirst().startsWith(NOT_APPLICABLE);
    }

    private static void check(boolean ok, String where, String what) {
        if (!ok) {
            throw new IllegalArgumentException(where + ": " + what);
        }
    }
}
