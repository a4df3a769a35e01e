package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlite.JDBC;

import rivet.runtime.store.Fence.Verdict;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** Of all who believe that an actor is theirs, the fence lets one write: who has seen all that was written before. On SQLite. */
class FenceTest {

    private Connection database;

    @BeforeEach
    void open() throws SQLException {
        database = new JDBC().connect("jdbc:sqlite::memory:", new Properties());
        for (Statement statement : Schema.template().statements()) {
            assertThat(accepts(statement)).as(statement.sql()).isTrue();
        }
    }

    @AfterEach
    void close() throws SQLException {
        database.close();
    }

    private boolean accepts(Statement statement) {
        try (PreparedStatement prepared = database.prepareStatement(statement.sql())) {
            for (int i = 0; i < statement.params().size(); i++) {
                prepared.setObject(i + 1, statement.params().get(i));
            }
            prepared.execute();
            return true;
        } catch (SQLException refused) {
            assertThat(refused.getMessage()).contains("NOT NULL constraint failed: _rivet_j_turn.turn");
            return false;
        }
    }

    private Result read() {
        try (PreparedStatement prepared = database.prepareStatement(Fence.read().sql()); ResultSet row = prepared.executeQuery()) {
            return new Result(List.of(), List.<Object[]> of(new Object[] { row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4) }), 0, 0);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** An incarnation is loaded. */
    private Fence load(int generation, int instance) {
        return new Fence(new Incarnation(generation, instance), Position.of(read()));
    }

    private boolean commits(Fence fence, long to) {
        boolean done = accepts(fence.advance(to));
        if (done) {
            fence.advanced(to);
        }
        return done;
    }

    @Test
    void commitsOfOneIncarnationBuildOnOneAnother() {
        Fence one = load(1, 1);
        assertThat(commits(one, 1)).isTrue();
        assertThat(commits(one, 4)).isTrue();
        one.advanced(6);
        assertThat(accepts(one.advance(7))).as("5 and 6 did not happen").isFalse();
    }

    @Test
    void theFirstCommitTakesOverFromWhereTheFenceWasFound() {
        Fence one = load(1, 1);
        assertThat(commits(one, 1)).isTrue();
        Fence two = load(2, 1);
        assertThat(commits(two, 1)).isTrue();
        assertThat(commits(one, 2)).isFalse();
        assertThat(accepts(one.hold())).isFalse();
        assertThat(two.isLost(read())).isFalse();
        assertThat(one.isLost(read())).isTrue();
    }

    @Test
    void aCommitOfTheOldOneAfterTheNewOneWasLoadedIsNotPassedOver() {
        Fence one = load(1, 1);
        Fence two = load(2, 1);
        assertThat(commits(one, 1)).as("the new one has not written yet").isTrue();
        assertThat(two.isLost(read())).isTrue();
        assertThat(commits(two, 1)).as("it has not seen that").isFalse();
        assertThat(accepts(two.hold())).isFalse();
        Fence again = load(2, 2);
        assertThat(commits(again, 1)).isTrue();
        assertThat(commits(one, 2)).isFalse();
    }

    @Test
    void norIsASaveOfTheOldOne() {
        Fence one = load(1, 1);
        assertThat(commits(one, 3)).isTrue();
        Fence two = load(2, 1);
        assertThat(accepts(one.hold())).isTrue();
        assertThat(commits(two, 1)).isFalse();
        assertThat(accepts(two.hold())).isFalse();
        assertThat(two.isLost(read())).isTrue();
        assertThat(commits(one, 4)).as("a save does not stand between two commits").isTrue();
    }

    @Test
    void savesTakeOverAsWell() {
        Fence one = load(1, 1);
        assertThat(accepts(one.hold())).isTrue();
        assertThat(accepts(one.hold())).isTrue();
        assertThat(commits(one, 1)).isTrue();
        Fence two = load(1, 2);
        assertThat(accepts(two.hold())).isTrue();
        assertThat(accepts(one.hold())).isFalse();
        assertThat(commits(one, 2)).isFalse();
        assertThat(commits(two, 1)).isTrue();
    }

    @Test
    void anIncarnationThatComesTooLateFindsALaterOne() {
        assertThat(commits(load(3, 1), 1)).isTrue();
        Position found = Position.of(read());
        assertThat(found.compareTo(new Incarnation(2, 5))).isPositive();
        assertThat(found.compareTo(new Incarnation(3, 1))).isZero();
        assertThat(found.compareTo(new Incarnation(3, 2))).isNegative();
        assertThat(found).hasToString("3.1 turn 1");
    }

    @Test
    void whatItSaysOfALostAnswer() {
        Fence one = load(1, 1);
        assertThat(one.verdict(read(), 1)).isEqualTo(Verdict.NOT_REACHED);
        assertThat(commits(one, 2)).isTrue();
        assertThat(one.verdict(read(), 1)).isEqualTo(Verdict.REACHED);
        assertThat(one.verdict(read(), 3)).isEqualTo(Verdict.NOT_REACHED);
        assertThat(commits(load(2, 1), 1)).isTrue();
        assertThat(one.verdict(read(), 3)).isEqualTo(Verdict.UNKNOWN);
        assertThat(one.verdict(Result.NONE, 1)).isEqualTo(Verdict.UNKNOWN);
    }
}
