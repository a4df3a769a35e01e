package rivet.test.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of rules in rivet.test/rules hold what their README says. */
class RuleTableTest {

    @Test
    void eachRuleHasItsTests() throws IOException {
        RuleTable table = RuleTable.read(Workspace.here());

        assertThat(table.faults()).isEmpty();
        assertThat(table.rows()).isNotEmpty();
    }

    @Test
    void findsWhatIsWrong(@TempDir Path root) throws IOException {
        write(root, "rivet.test/rules/expected.txt", "# which there are", "all state 1-5", "some conn 1 3");
        write(root, "rivet.test/rules/open.txt", "R-state-1", "R-state-3", "R-conn-1");
        write(root, "rivet.test/rules/state.tsv",
            "R-state-1\tAll is well.\trivet.a/rivet.a.SomeTest#works\tnpm/some.test.mjs: it ${works}",
            "R-state-2\tAll is well.\trivet.a/rivet.a.SomeTest.Inner#works",
            "R-state-2\tSaid twice.\tn/a: it is a matter of taste",
            "R-state-6\tNot there.\tn/a: it is not there",
            "R-state-4\tNo such tests.\trivet.a/rivet.a.SomeTest#helps\trivet.a/rivet.a.OtherTest#works\trivet.a/rivet.a.SomeTest.Outer#works\tnpm/some.test.mjs: it\t"
                + "npm/other.test.mjs: it\tby reading it",
            "R-conn-3\tElsewhere.\tn/a: it is elsewhere",
            "R-state-5 no tabs",
            "R-state-5\t\tn/a: nothing said",
            "R-state-5\tBoth.\tn/a: and yet\trivet.a/rivet.a.SomeTest#works",
            "R-state-x\tNo rule.\tn/a: no rule");
        write(root, "rivet.a/src/test/java/rivet/a/SomeTest.java", "class SomeTest {", "", "    @Test", "    void works() throws Exception {", "    }", "",
            "    static void helps() {", "    }", "", "    @Nested", "    class Inner {", "    }", "}");
        write(root, "rivet.test/npm/some.test.mjs", "test(`it ${works}`, async () => {});");

        assertThat(RuleTable.read(new Workspace(root)).faults()).containsExactlyInAnyOrder(
            "state.tsv:1: R-state-1 has a row now, take it out of open.txt",
            "state.tsv:3: R-state-2 is in state.tsv:2 already",
            "state.tsv:4: there is no rule R-state-6",
            "state.tsv:5: there is no test helps in rivet.a/src/test/java/rivet/a/SomeTest.java",
            "state.tsv:5: there is no class rivet.a/rivet.a.OtherTest",
            "state.tsv:5: there is no class Outer in rivet.a/src/test/java/rivet/a/SomeTest.java",
            "state.tsv:5: there is no test 'it' in npm/some.test.mjs",
            "state.tsv:5: there is no file npm/other.test.mjs",
            "state.tsv:5: 'by reading it' is no test's name",
            "state.tsv:6: R-conn-3 belongs into another file",
            "state.tsv:7: needs a rule, a sentence and a test, with tabs between them",
            "state.tsv:8: has an empty cell, or blanks around one",
            "state.tsv:9: does not apply, and has tests",
            "state.tsv:10: 'R-state-x' is no rule's name",
            "R-state-5 has no row",
            "open.txt: R-conn-1 needs no row");
    }

    @Test
    void aListOfRulesIsWellFormed() {
        assertThatThrownBy(() -> Expected.parse(List.of("most state 1"))).isInstanceOf(IllegalArgumentException.class);
        assertThat(Expected.parse(List.of("all state 1-3 7")).required()).map(Rule::toString).containsExactly("R-state-1", "R-state-2", "R-state-3", "R-state-7");
    }

    private static void write(Path root, String name, String... lines) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }
}
