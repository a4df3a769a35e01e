package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.storage.Transaction;

/** Design section 4: outputs leave when the newest commit that their turn could have read is durable; a failed commit is never a success. */
class CommitsTest {

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final OutputGate gate = new OutputGate(100);
    private final List<CommitFailure> failures = new ArrayList<>();
    private final Commits commits = new Commits(database, new Incarnation(1, 1), gate, failures::add);
    private final List<String> left = new ArrayList<>();

    private Output output(String name) {
        return new Output() {
            @Override
            public void release() {
                left.add(name);
            }

            @Override
            public void fail(RivetException error) {
                left.add(name + " failed " + ((Map<?, ?>) error.metadata().orElseThrow()).get("committed"));
            }
        };
    }

    /** A turn that changed the state to the given byte. */
    private void turn(int state, String output) {
        gate.add(commits.ended(Optional.empty(), Optional.of(new byte[] { (byte) state }), List.of()), List.of(output(output)));
    }

    private void readingTurn(String output) {
        gate.add(commits.ended(Optional.empty(), Optional.empty(), List.of()), List.of(output(output)));
    }

    private Transaction begin() {
        return commits.begin().toCompletableFuture().join();
    }

    @Test
    void anOutputWaitsForItsCommit() {
        turn(1, "a");
        assertThat(left).isEmpty();
        database.commits.getFirst().commit();
        assertThat(left).containsExactly("a");
    }

    @Test
    void aTurnThatReadsWaitsForWhatItCouldHaveRead() {
        readingTurn("at once");
        assertThat(left).containsExactly("at once");
        turn(1, "a");
        readingTurn("b");
        assertThat(left).containsExactly("at once");
        database.commits.getFirst().commit();
        assertThat(left).containsExactly("at once", "a", "b");
    }

    @Test
    void turnsGatherWhileACommitIsInFlight() {
        turn(1, "a");
        turn(2, "b");
        turn(3, "c");
        assertThat(database.commits).hasSize(1);
        database.commits.getFirst().commit();
        assertThat(left).containsExactly("a");
        assertThat(database.commits).hasSize(2);
        ScriptedDatabase.Pending second = database.commits.get(1);
        assertThat(second.from()).isEqualTo(1);
        assertThat(second.last()).isEqualTo(3);
        assertThat(second.statements()).as("the fence and the newest state").hasSize(2);
        assertThat((byte[]) second.statements().get(1).params().getFirst()).containsExactly(3);
        second.commit();
        assertThat(left).containsExactly("a", "b", "c");
    }

    @Test
    void aTurnWithSqlHasATransactionOfItsOwnBehindWhatGathered() {
        turn(1, "a");
        turn(2, "b");
        Transaction transaction = begin();
        assertThat(database.calls).containsExactly("batch", "batch", "begin");
        gate.add(commits.ended(Optional.of(transaction), Optional.of(new byte[] { 3 }), List.of()), List.of(output("c")));
        assertThat(database.calls).endsWith("commit");
        assertThat(database.commits).extracting(ScriptedDatabase.Pending::from).containsExactly(0L, 1L, 2L);
        database.commits.get(0).commit();
        database.commits.get(1).commit();
        assertThat(left).containsExactly("a", "b");
        database.commits.get(2).commit();
        assertThat(left).containsExactly("a", "b", "c");
    }

    @Test
    void whatGathersDuringAnOpenTransactionIsNotSentIntoIt() {
        turn(1, "a");
        Transaction transaction = begin();
        database.commits.getFirst().commit();
        assertThat(database.calls).containsExactly("batch", "begin");
        commits.abandoned(transaction);
        assertThat(database.calls).containsExactly("batch", "begin", "rollback");
        turn(2, "b");
        assertThat(database.commits).hasSize(2);
        assertThat(database.commits.get(1).from()).isEqualTo(1);
    }

    @Test
    void aFailedCommitFailsItsTurnsAndThoseThatBuiltOnThem() {
        turn(1, "a");
        turn(2, "b");
        readingTurn("c");
        database.commits.getFirst().refuse();
        assertThat(left).containsExactly("a failed no", "b failed no", "c failed no");
        assertThat(failures).singleElement().satisfies(f -> assertThat(f.unknown()).isFalse());
        assertThat(database.commits).hasSize(1);
        assertThatThrownBy(() -> turn(3, "d")).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(ErrorCode.ACTOR_STORAGE_FAILED)).isTrue());
        assertThatThrownBy(commits::begin).isInstanceOf(RivetException.class);
        assertThat(commits.idle().toCompletableFuture()).isDone();
    }

    @Test
    void ofSeveralInFlightTheFirstFailureIsReported() {
        turn(1, "a");
        Transaction transaction = begin();
        gate.add(commits.ended(Optional.of(transaction), Optional.empty(), List.of()), List.of(output("b")));
        database.commits.get(0).refuse();
        database.commits.get(1).refuse();
        assertThat(failures).hasSize(1);
        assertThat(left).containsExactly("a failed no", "b failed no");
        assertThat(commits.idle().toCompletableFuture()).isDone();
    }

    @Test
    void theFenceAnswersALostReply() {
        turn(1, "a");
        database.fence = new Object[] { 1L, 1L, 1L };
        database.commits.getFirst().lose();
        assertThat(left).containsExactly("a");
        turn(2, "b");
        database.commits.get(1).lose();
        assertThat(left).containsExactly("a", "b failed no");
        assertThat(failures).hasSize(1);
    }

    @Test
    void whatIsInFlightWhenTheIncarnationEndsStillCounts() {
        turn(1, "a");
        turn(2, "b");
        commits.close();
        CompletableFuture<Void> idle = commits.idle().toCompletableFuture();
        assertThat(idle).isNotDone();
        assertThat(database.commits).hasSize(2);
        database.commits.get(0).commit();
        database.commits.get(1).commit();
        assertThat(left).containsExactly("a", "b");
        assertThat(idle).isDone();
        assertThatThrownBy(() -> turn(3, "c")).isInstanceOf(RivetException.class);
    }

    @Test
    void aFailureAfterTheEndIsStillReported() {
        turn(1, "a");
        commits.close();
        database.commits.getFirst().refuse();
        assertThat(failures).hasSize(1);
        assertThat(left).containsExactly("a failed no");
    }

    @Test
    void onlyTheFirstCommitTakesOverFromAnotherIncarnation() {
        turn(1, "a");
        database.commits.getFirst().commit();
        turn(2, "b");
        assertThat(database.commits).extracting(c -> c.statements().getFirst().params().get(4)).containsExactly(1L, 0L);
    }
}
