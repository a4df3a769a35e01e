package rivet.protocol.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.protocol.fuzz.Hostile;

class SqlTextPropertyTest {

    /** A script of the statements alone is the same script; only the last of them may have no end. */
    @Property
    void aScriptIsTheSumOfItsStatements(@ForAll("scripts") String sql) {
        Hostile.decode(sql, () -> SqlText.script(sql)).ifPresent(statements -> {
            List<String> texts = statements.stream().map(SqlText::text).toList();
            assertThat(texts).allMatch(sql::contains);
            assertThat(stripped(SqlText.script(String.join("\n;\n", texts)))).as(sql).isEqualTo(stripped(statements));
        });
    }

    private static List<SqlText> stripped(List<SqlText> statements) {
        return statements.stream().map(s -> new SqlText(s.text().stripTrailing(), s.verb(), s.subject(), s.argument(), s.leavesTraces())).toList();
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
