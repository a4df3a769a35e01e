package rivet.protocol.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.protocol.DecodeException;

class SqlTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"SELECT 1 | READ", "values (1) | READ", "explain DELETE FROM t | EXPLAIN", "EXPLAIN QUERY PLAN UPDATE t SET a = 1 | EXPLAIN",
        "EXPLAIN PRAGMA foreign_keys = 0 | PRAGMA", "INSERT INTO t VALUES (1) | INSERT",
        "REPLACE INTO t VALUES (1) | INSERT", "UPDATE t SET a = 1 | CHANGE",
        "Delete From t | CHANGE", "WITH a AS (SELECT 1) SELECT * FROM a | READ", "WITH a(insert_) AS NOT MATERIALIZED (DELETE) UPDATE t SET a = 1 | CHANGE",
        "WITH RECURSIVE a AS (SELECT 1), replace AS (SELECT 2) SELECT * FROM replace | READ", "WITH a AS (SELECT 1) REPLACE INTO t SELECT * FROM a | INSERT",
        "WITH a AS (SELECT 1) INSERT INTO t SELECT 1 | INSERT", "WITH a | OTHER", "BEGIN | BEGIN", "end | COMMIT", "COMMIT | COMMIT",
        "ROLLBACK | ROLLBACK", "ROLLBACK TRANSACTION | ROLLBACK", "ROLLBACK TO x | ROLLBACK_TO", "rollback transaction to savepoint x | ROLLBACK_TO",
        "SAVEPOINT x | SAVEPOINT", "RELEASE x | RELEASE", "PRAGMA user_version | PRAGMA", "VACUUM | VACUUM", "VACUUM main | VACUUM",
        "VACUUM INTO '/x' | COPY", "CREATE TABLE t (a) | SCHEMA", "drop table t | SCHEMA", "ALTER TABLE t RENAME TO u | SCHEMA", "ANALYZE | UPKEEP", "REINDEX t | UPKEEP",
        "ATTACH 'x' AS y | ATTACH", "detach y | ATTACH", "\"SELECT\" 1 | OTHER", "[BEGIN] | OTHER", "\uFEFFBEGIN | BEGIN"})
    void tellsWhatAStatementDoes(String sql, Verb verb) {
        assertThat(SqlText.of(sql).verb()).isEqualTo(verb);
        assertThat(SqlText.of("-- a comment\n/**/" + sql).verb()).isEqualTo(verb);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1;", "SELECT 1 ; ; ;", "; SELECT 1", "SELECT ';'", "SELECT 'it''s; fine'", "SELECT \"a;\"\"b\"", "SELECT `a;b`",
        "SELECT [a;b]",
        "SELECT 1 -- ; SELECT 2", "SELECT 1 /* ; SELECT 2 */", "SELECT 1; -- the end", "SELECT 1; /* the end */", "SELECT 1; /* open",
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END", 
        "CREATE TEMP TRIGGER IF NOT EXISTS t AFTER INSERT ON a BEGIN SELECT 1; SELECT CASE 1 WHEN 1 THEN 2 END;"
            + " END;",
        "EXPLAIN CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM b; END", "CREATE TABLE trigger_ (a)"})
    void takesOneStatement(String sql) {
        SqlText.of(sql);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ";", " ; -- x", "/* a */ -- b", "SELECT 1; SELECT 2", "SELECT 1; x", "SELECT 1;;'",
        "CREATE TABLE trigger_ (a); SELECT 1", "SELECT '\0'",
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END; SELECT 2",
        "SELECT 'a'';'; DROP TABLE t", "SELECT [a]]; DROP TABLE t",
        "SELECT /* */ 1; /* */ SELECT 2", "CREATE INDEX TRIGGER; END; SELECT 1", "SELECT x'00'; SELECT 1", "SELECT 1-- a\n; SELECT 2"})
    void refusesAllElse(String sql) {
        refused(sql);
    }

    @Test
    void tellsWhatAConnectionRemembers() {
        assertThat(SqlText.of("CREATE TEMP TABLE t (a)").leavesTraces()).isTrue();
        assertThat(SqlText.of("create temporary view v as select 1").leavesTraces()).isTrue();
        assertThat(SqlText.of("CREATE TABLE temp.t (a)").leavesTraces()).isTrue();
        assertThat(SqlText.of("PRAGMA foreign_keys = OFF").leavesTraces()).isTrue();
        assertThat(SqlText.of("PRAGMA main.cache_size(10)").leavesTraces()).isTrue();
        assertThat(SqlText.of("PRAGMA \"foreign_keys\" = OFF").leavesTraces()).isTrue();
        assertThat(SqlText.of("PRAGMA main.table_info(t)").leavesTraces()).isFalse();
        assertThat(SqlText.of("PRAGMA USER_VERSION = 3").leavesTraces()).isFalse();
        assertThat(SqlText.of("CREATE TABLE t (a)").leavesTraces()).isFalse();
        assertThat(SqlText.of("INSERT INTO t VALUES (1)").leavesTraces()).isFalse();
    }

    @Test
    void cutsAScriptIntoItsStatements() {
        String script = ";; BEGIN ; INSERT INTO t VALUES ('a;b', \"c;d\") -- ; x\n ; CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END; COMMIT; /* ; */";
        assertThat(SqlText.script(script)).extracting(SqlText::verb).containsExactly(Verb.BEGIN, Verb.INSERT, Verb.SCHEMA, Verb.COMMIT);
        assertThat(SqlText.script(script).get(2).text()).isEqualTo("CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END");
        assertThat(SqlText.script(" ; -- nothing\n")).isEmpty();
    }

    @Test
    void knowsWhatAStatementIsAbout() {
        assertThat(SqlText.of("ROLLBACK TRANSACTION TO SAVEPOINT \"a\"\"b\"").subject()).isEqualTo("a\"b");
        assertThat(SqlText.of("RELEASE savepoint").subject()).isEqualTo("savepoint");
        assertThat(SqlText.of("SAVEPOINT [x y]").subject()).isEqualTo("x y");
        assertThat(SqlText.of("PRAGMA main.User_Version = 3")).returns("user_version", SqlText::subject).returns(true, SqlText::argument);
        assertThat(SqlText.of("PRAGMA user_version")).returns(false, SqlText::argument).returns(true, SqlText::reads);
        assertThat(SqlText.of("PRAGMA table_info(t)").reads()).isTrue();
        assertThat(SqlText.of("PRAGMA user_version(3)").reads()).isFalse();
        assertThat(SqlText.of("PRAGMA optimize").reads()).isFalse();
        assertThat(SqlText.of("CREATE VIRTUAL TABLE IF NOT EXISTS main.v USING FTS5(a)").subject()).isEqualTo("fts5");
    }

    @Test
    void findsNamesInAnyQuotes() {
        for (String name : new String[] {"bad", "\"bad\"", "'bad'", "`bad`", "[bad]", "main.bad", "/**/bad--\n"}) {
            assertThat(SqlText.of("SELECT * FROM " + name).mentions("bad"::equals)).as(name).isTrue();
        }
        assertThat(SqlText.of("SELECT 1 -- bad\n /* bad */").mentions("bad"::equals)).isFalse();
    }

    @Test
    void countsPlacesForParametersAsSqliteDoes() { // R-sql-4
        assertThat(SqlText.of("SELECT ?, ':no', :a, @b, $c, :a, ?5, ?, \":no\", $d::e(f), ?1 -- ?").parameters())
            .containsExactly("", ":a", "@b", "$c", "", "", "$d::e(f)");
        assertThatThrownBy(() -> SqlText.of("SELECT ?0").parameters()).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> SqlText.of("SELECT ?99999999999").parameters()).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> SqlText.of("SELECT ?32767").parameters()).isInstanceOf(DecodeException.class);
        assertThat(SqlText.of("SELECT ?32766").parameters()).hasSize(32_766);
    }

    @Test
    void manyExplainsAreNoTrouble() {
        assertThat(SqlText.of("EXPLAIN ".repeat(1_000_000)).verb()).isEqualTo(Verb.EXPLAIN);
    }

    private static void refused(String sql) {
        assertThatThrownBy(() -> SqlText.of(sql)).isInstanceOf(DecodeException.class);
    }
}
