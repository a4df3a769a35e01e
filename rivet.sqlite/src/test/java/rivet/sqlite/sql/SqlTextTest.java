package rivet.sqlite.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

class SqlTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"SELECT 1 | READ", "values (1) | READ", "explain DELETE FROM t | READ", "EXPLAIN QUERY PLAN UPDATE t SET a = 1 | READ",
        "EXPLAIN PRAGMA foreign_keys = 0 | PRAGMA", "INSERT INTO t VALUES (1) | INSERT",
        "REPLACE INTO t VALUES (1) | INSERT", "UPDATE t SET a = 1 | CHANGE",
        "Delete From t | CHANGE", "WITH a AS (SELECT 1) SELECT * FROM a | READ", "WITH a(insert_) AS NOT MATERIALIZED (DELETE) UPDATE t SET a = 1 | CHANGE",
        "WITH RECURSIVE a AS (SELECT 1), replace AS (SELECT 2) SELECT * FROM replace | READ", "WITH a AS (SELECT 1) REPLACE INTO t SELECT * FROM a | INSERT",
        "WITH a AS (SELECT 1) INSERT INTO t SELECT 1 | INSERT", "WITH a | OTHER", "BEGIN | TRANSACTION", "end | TRANSACTION", "COMMIT | TRANSACTION",
        "ROLLBACK | TRANSACTION", "ROLLBACK TRANSACTION | TRANSACTION", "ROLLBACK TO x | SAVEPOINT", "rollback transaction to savepoint x | SAVEPOINT",
        "SAVEPOINT x | SAVEPOINT", "RELEASE x | SAVEPOINT", "PRAGMA user_version | PRAGMA", "VACUUM | VACUUM", "VACUUM main | VACUUM",
        "VACUUM INTO '/x' | OTHER", "CREATE TABLE t (a) | OTHER", "\"SELECT\" 1 | OTHER", "[BEGIN] | OTHER", "\uFEFFBEGIN | TRANSACTION"})
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
    void manyExplainsAreNoTrouble() {
        assertThat(SqlText.of("EXPLAIN ".repeat(1_000_000)).verb()).isEqualTo(Verb.READ);
    }

    private static void refused(String sql) {
        assertThatThrownBy(() -> SqlText.of(sql)).isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.kind()).isEqualTo(Kind.STATEMENT));
    }
}
