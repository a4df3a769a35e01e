package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.error.RivetException;
import rivet.spi.storage.Commit;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.Transaction;

/** Transactions that outlive their turn, among the commits of other turns. */
class HoldTest extends CommitsFixture {

    private Hold hold() {
        return commits.hold(Duration.ofSeconds(60)).toCompletableFuture().join();
    }

    private static CompletableFuture<Commit> commit(Hold hold) {
        return hold.commit(Optional.of(new byte[] {9}), List.of()).toCompletableFuture();
    }

    @Test
    void comesBeforeWhatOthersChangedMeanwhile() { // R-tx-6
        turn(1, "before");
        database.commits.getFirst().commit();
        Hold hold = hold();
        turn(2, "meanwhile");
        assertThat(database.commits).hasSize(1);
        CompletableFuture<Commit> done = commit(hold);
        assertThat(database.commits.get(1)).returns(1L, ScriptedDatabase.Pending::from).returns(2L, ScriptedDatabase.Pending::last);
        assertThat(database.commits).as("nothing is sent before it is known to have happened").hasSize(2);
        database.commits.get(1).commit();
        assertThat(done.join()).isInstanceOf(Commit.Committed.class);
        assertThat(database.commits.get(2)).returns(2L, ScriptedDatabase.Pending::from).returns(3L, ScriptedDatabase.Pending::last);
        assertThat(left).containsExactly("before");
        database.commits.get(2).commit();
        assertThat(left).containsExactly("before", "meanwhile");
        assertThat(commits.idle().toCompletableFuture()).isDone();
    }

    @Test
    void isNotWaitedForByThoseWhoOnlyRead() {
        Hold hold = hold();
        readingTurn("reader");
        assertThat(left).containsExactly("reader");
        hold.release();
    }

    @Test
    void thatIsUndoneLeavesNoTrace() { // R-tx-16
        Hold hold = hold();
        turn(1, "meanwhile");
        hold.release();
        hold.release();
        assertThat(database.calls).containsExactly("begin", "rollback", "batch");
        assertThat(database.commits.getFirst()).returns(0L, ScriptedDatabase.Pending::from).returns(2L, ScriptedDatabase.Pending::last);
        database.commits.getFirst().commit();
        assertThat(left).containsExactly("meanwhile");
        assertThat(commits.idle().toCompletableFuture()).isDone();
    }

    @Test
    void whoseCommitIsRefusedHarmsNobody() { // R-sql-19
        Hold hold = hold();
        assertThat(commits.isHeld()).isTrue();
        turn(1, "meanwhile");
        CompletableFuture<Commit> done = commit(hold);
        assertThat(commits.isHeld()).as("its end is under way").isFalse();
        database.commits.getFirst().refuse();
        assertThat(done.join()).isInstanceOf(Commit.NotCommitted.class);
        assertThat(failures).isEmpty();
        assertThat(database.commits.get(1)).returns(0L, ScriptedDatabase.Pending::from).returns(2L, ScriptedDatabase.Pending::last);
        database.commits.get(1).commit();
        assertThat(left).containsExactly("meanwhile");
    }

    @Test
    void whoseAnswerIsLostIsFoundOut() { // R-sql-30
        CompletableFuture<Object[]> fence = database.fenceLater();
        CompletableFuture<Commit> done = commit(hold());
        turn(1, "meanwhile");
        database.commits.getFirst().lose();
        assertThat(done).as("who goes on must know whether memory and disk agree").isNotDone();
        assertThat(database.commits).hasSize(1);
        fence.complete(new Object[] {1L, 1L, 1L, 0L});
        assertThat(done.join()).isInstanceOf(Commit.Committed.class);
        assertThat(failures).isEmpty();
        database.commits.get(1).commit();
        assertThat(left).containsExactly("meanwhile");
    }

    @Test
    void whoseAnswerIsLostAndThatDidNotHappenHarmsNobody() {
        CompletableFuture<Commit> done = commit(hold());
        turn(1, "meanwhile");
        database.commits.getFirst().lose();
        assertThat(done.join()).isInstanceOf(Commit.NotCommitted.class);
        assertThat(failures).isEmpty();
        database.commits.get(1).commit();
        assertThat(left).containsExactly("meanwhile");
    }

    @Test
    void ofWhichNobodyKnowsWhetherItHappenedEndsTheIncarnation() {
        database.fenceLater().completeExceptionally(new StorageException(StorageException.Kind.IO, "lost as well"));
        CompletableFuture<Commit> done = commit(hold());
        turn(1, "meanwhile");
        database.commits.getFirst().lose();
        assertThat(done.join()).isInstanceOf(Commit.Unknown.class);
        assertThat(failures).singleElement().satisfies(f -> assertThat(f.unknown()).isTrue());
        assertThat(left).containsExactly("meanwhile failed unknown");
    }

    @Test
    void endsOnce() { // R-tx-9, R-tx-17
        Hold hold = hold();
        CompletableFuture<Commit> done = commit(hold);
        assertThat(commit(hold).join()).isInstanceOf(Commit.NotCommitted.class);
        hold.release();
        assertThat(database.calls).containsExactly("begin", "commit");
        database.commits.getFirst().commit();
        assertThat(done.join()).isInstanceOf(Commit.Committed.class);
        assertThat(commit(hold).join()).isInstanceOf(Commit.NotCommitted.class);
    }

    @Test
    void isUndoneWhenTheIncarnationEnds() { // R-tx-20
        Hold hold = hold();
        turn(1, "meanwhile");
        commits.close();
        assertThat(database.calls).containsExactly("begin", "rollback", "batch");
        assertThat(commit(hold).join()).isInstanceOf(Commit.NotCommitted.class);
        database.commits.getFirst().commit();
        assertThat(left).containsExactly("meanwhile");
        assertThat(commits.idle().toCompletableFuture()).isDone();
        assertThatThrownBy(() -> commits.hold(Duration.ofSeconds(1))).isInstanceOf(RivetException.class);
    }

    @Test
    void thatIsCommittingWhenTheIncarnationEndsGoesOn() { // R-tx-20
        CompletableFuture<Commit> done = commit(hold());
        turn(1, "meanwhile");
        commits.close();
        assertThat(database.calls).containsExactly("begin", "commit");
        database.commits.getFirst().commit();
        assertThat(done.join()).isInstanceOf(Commit.Committed.class);
        database.commits.get(1).commit();
        assertThat(left).containsExactly("meanwhile");
    }

    @Test
    void isUndoneWhenAnEarlierCommitFails() {
        turn(1, "before");
        Hold hold = hold();
        database.commits.getFirst().refuse();
        assertThat(database.calls).containsExactly("batch", "begin", "rollback");
        assertThat(commit(hold).join()).isInstanceOf(Commit.NotCommitted.class);
        assertThat(failures).hasSize(1);
    }

    @Test
    void theTransactionOfATurnIsUndoneToo() { // a turn that never ends must not keep its incarnation from ending
        Transaction transaction = commits.begin().toCompletableFuture().join();
        commits.close();
        assertThat(database.calls).containsExactly("begin", "rollback");
        assertThat(commits.idle().toCompletableFuture()).isDone();
        commits.abandoned(transaction);
        assertThat(database.calls).containsExactly("begin", "rollback");
    }

    @Test
    void failuresToBeginLeaveNoTrace() { // R-tx-4
        ScriptedDatabase refusing = new ScriptedDatabase() {
            @Override
            public java.util.concurrent.CompletionStage<Transaction> begin(Duration timeout) {
                return CompletableFuture.failedStage(new StorageException(StorageException.Kind.BUSY, "busy"));
            }
        };
        Commits other = new Commits(refusing, new Incarnation(1, 1), LOADED, gate, failures::add);
        assertThat(other.hold(Duration.ofSeconds(1)).toCompletableFuture()).isCompletedExceptionally();
        assertThat(other.idle().toCompletableFuture()).isDone();
        other.ended(Optional.empty(), Optional.of(new byte[1]), List.of());
        assertThat(refusing.commits).hasSize(1);
    }
}
