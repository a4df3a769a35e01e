package rivet.protocol.sql;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.protocol.fuzz.Hostile;

class SqlTextPropertyTest {

    /** Statements come in their order, none is made up, and what is between them says nothing. */
    @Property
    void aScriptIsTheSumOfItsStatements(@ForAll("scripts") String sql) {
        Hostile.decode(sql, () -> SqlText.script(sql)).ifPresent(statements -> {
            int from = 0;
            for (SqlText statement : statements) {
                int at = sql.indexOf(statement.text(), from);
                assertThat(at).as("«%s» in «%s» from %d", statement.text(), sql, from).isNotNegative();
                assertThat(SqlText.script(sql.substring(from, at))).as(sql).isEmpty();
                from = at + statement.text().length();
            }
            assertThat(SqlText.script(sql.substring(from))).as(sql).isEmpty();
        });
    }

    @Property
    void aStatementOfAScriptIsAStatement(@ForAll("scripts") String sql) {
        Hostile.decode(sql, () -> SqlText.script(sql)).ifPresent(statements -> statements.forEach(statement -> {
            assertThat(SqlText.script(statement.text())).as(statement.text()).hasSize(1);
            Hostile.decode(statement.text(), statement::parameters);
            statement.mentions(name -> false);
        }));
    }

    @Provide
    Arbitrary<String> scripts() {
        return Arbitraries.of("SELECT", " ", ";", "'", "\"", "`", "[", "]", "--", "\n", "/*", "*/", "BEGIN", "END", "CREATE TRIGGER t AFTER INSERT ON a BEGIN ",
            "CREATE TEMP TRIGGER", "CASE", "PRAGMA", "x=1", "VACUUM", "INTO", "?", "?1000000", "?999999999", ":a", "$a", "@a", "(", ")", ",", "EXPLAIN", "é", "\0",
            "\uFEFF", "x'00'", "1e9", "0x1F", "ATTACH", "WITH", "a", "_rivet_queue", "\t", "\f", "COMMIT", "SAVEPOINT a", "''", "\"\"", ".", "::", "#", "😀",
            "SELECT 1", "INSERT INTO a VALUES (1)", "\\").list().ofMaxSize(14).map(words -> String.join("", words)).withoutEdgeCases();
    }
}
