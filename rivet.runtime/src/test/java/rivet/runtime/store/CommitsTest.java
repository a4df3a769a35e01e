package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.storage.Commit;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Transaction;

/** Design section 4: outputs leave when the newest commit that their turn could have read is durable; a failed commit is never a success. */
class CommitsTest extends CommitsFixture {

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
        database.fence = new Object[] { 1L, 1L, 1L, 2L };
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
        assertThat(database.commits).extracting(c -> c.statements().getFirst().params()).containsExactly(List.of(1L, 1L, 0L, 1L, 0L, 9L, 7L, 2L), List.of(1L, 1L, 1L, 2L));
    }

    // ------------------------------------------------------------------ lost answers

    @Test
    void aLostAnswerOfACommitThatALaterOneHasPassed() {
        turn(1, "a");
        Transaction transaction = begin();
        gate.add(commits.ended(Optional.of(transaction), Optional.empty(), List.of()), List.of(output("b")));
        database.fence = new Object[] { 1L, 1L, 2L, 2L };
        database.commits.get(0).lose();
        assertThat(left).as("the fence is past it").containsExactly("a");
        database.commits.get(1).commit();
        assertThat(left).containsExactly("a", "b");
        assertThat(failures).isEmpty();
    }

    @Test
    void whatFailsBehindALostAnswerDoesNotSpeakForIt() {
        CompletableFuture<Object[]> fence = database.fenceLater();
        turn(1, "a");
        Transaction transaction = begin();
        gate.add(commits.ended(Optional.of(transaction), Optional.empty(), List.of()), List.of(output("b")));
        database.commits.get(0).lose();
        database.commits.get(1).refuse();
        assertThat(left).isEmpty();
        fence.complete(new Object[] { 1L, 1L, 1L, 2L });
        assertThat(left).containsExactly("a", "b failed no");
        assertThat(failures).hasSize(1);
        assertThat(commits.idle().toCompletableFuture()).isDone();
    }

    @Test
    void whatHappenedBehindALostAnswerSpeaksForIt() {
        CompletableFuture<Object[]> fence = database.fenceLater();
        turn(1, "a");
        Transaction transaction = begin();
        gate.add(commits.ended(Optional.of(transaction), Optional.empty(), List.of()), List.of(output("b")));
        database.commits.get(0).lose();
        database.commits.get(1).commit();
        assertThat(left).containsExactly("a", "b");
        fence.completeExceptionally(new StorageException(Kind.IO, "lost as well"));
        assertThat(failures).isEmpty();
        assertThat(commits.idle().toCompletableFuture()).isDone();
        turn(3, "c");
        database.commits.get(2).commit();
        assertThat(left).containsExactly("a", "b", "c");
    }

    @Test
    void whatCannotBeFoundOutIsUnknown() {
        database.fenceLater().completeExceptionally(new StorageException(Kind.IO, "lost as well"));
        turn(1, "a");
        database.commits.getFirst().lose();
        assertThat(left).containsExactly("a failed unknown");
        assertThat(failures).singleElement().satisfies(f -> assertThat(f.unknown()).isTrue());
    }

    @Test
    void whatASuccessorMayHaveBuiltOnIsUnknown() {
        turn(1, "a");
        database.fence = new Object[] { 2L, 1L, 7L, 2L };
        database.commits.getFirst().lose();
        assertThat(left).containsExactly("a failed unknown");
    }

    @Test
    void whileAnOlderIncarnationHasTheFenceNothingOfThisOneHappened() {
        turn(1, "a");
        database.fence = new Object[] { 0L, 9L, 7L, 2L };
        database.commits.getFirst().lose();
        assertThat(left).containsExactly("a failed no");
    }

    // ------------------------------------------------------------------ what gathers

    @Test
    void whatGathersIsBounded_R_state_33() {
        turn(1, "a");
        List<Statement> rows = Collections.nCopies(60, Statement.of("INSERT INTO t VALUES (?)", "x"));
        for (int i = 0; i < 3; i++) {
            gate.add(commits.ended(Optional.empty(), Optional.empty(), rows), List.of(output("b" + i)));
        }
        assertThat(database.commits).as("the first two are sent behind the one in flight, since the third does not fit in with them").hasSize(2);
        assertThat(database.commits.get(1).statements()).hasSize(121);
        assertThat(database.commits.get(1).last()).isEqualTo(3);
        database.commits.get(0).commit();
        database.commits.get(1).commit();
        assertThat(database.commits).hasSize(3);
        assertThat(database.commits.get(2).from()).isEqualTo(3);
    }

    @Test
    void bytesCountAsWell_R_state_33() {
        turn(1, "a");
        for (int i = 0; i < 3; i++) {
            commits.ended(Optional.empty(), Optional.of(new byte[200 << 10]), List.of(Statement.of("INSERT INTO t VALUES (?)", new byte[200 << 10])));
        }
        assertThat(database.commits).extracting(c -> c.statements().size()).containsExactly(2, 3, 3);
    }

    @Test
    void whatOneTurnChangedIsNeverSplit_R_state_33() {
        commits.ended(Optional.empty(), Optional.empty(), Collections.nCopies(1_000, Statement.of("INSERT INTO t VALUES (1)")));
        assertThat(database.commits).singleElement().satisfies(c -> assertThat(c.statements()).hasSize(1_001));
    }

    @Test
    void turnsThatEndWhileATransactionIsOpenAreCommittedWithIt() {
        Transaction transaction = begin();
        turn(1, "a");
        turn(2, "b");
        assertThat(database.commits).isEmpty();
        gate.add(commits.ended(Optional.of(transaction), Optional.of(new byte[] { 3 }), List.of(Statement.of("x"))), List.of(output("c")));
        assertThat(database.calls).containsExactly("begin", "commit");
        assertThat(database.commits.getFirst().from()).isZero();
        assertThat(database.commits.getFirst().last()).isEqualTo(3);
        assertThat(database.commits.getFirst().statements()).hasSize(3);
        database.commits.getFirst().commit();
        assertThat(left).containsExactly("a", "b", "c");
    }

    // ------------------------------------------------------------------ saves at intervals

    private CompletableFuture<Commit> save(int state) {
        return writes.save(new byte[] { (byte) state }).toCompletableFuture();
    }

    @Test
    void aSaveThatFailsHarmsNobody_R_state_13() {
        CompletableFuture<Commit> save = save(1);
        database.commits.getFirst().refuse();
        assertThat(save.join()).isInstanceOf(Commit.NotCommitted.class);
        assertThat(failures).isEmpty();
        turn(2, "a");
        assertThat(database.commits.get(1).from()).isZero();
        database.commits.get(1).commit();
        assertThat(left).containsExactly("a");
    }

    @Test
    void aSaveThatTheFenceRefusesEndsTheIncarnation() {
        CompletableFuture<Commit> first = save(1);
        database.fence = new Object[] { 1L, 1L, 0L, 3L };
        database.commits.getFirst().refuseBecauseOfAConstraint();
        assertThat(first.join()).isInstanceOf(Commit.NotCommitted.class);
        assertThat(failures).as("the fence is its own").isEmpty();
        CompletableFuture<Commit> second = save(2);
        database.fence = new Object[] { 0L, 9L, 7L, 3L };
        database.commits.get(1).refuseBecauseOfAConstraint();
        assertThat(second.join()).isInstanceOf(Commit.NotCommitted.class);
        assertThat(failures).as("somebody has saved since it was loaded").singleElement().satisfies(f -> assertThat(f.unknown()).isFalse());
        assertThat(save(3).join()).isInstanceOf(Commit.NotCommitted.class);
        assertThat(commits.idle().toCompletableFuture()).isDone();
    }

    // ------------------------------------------------------------------ statements by themselves

    @Test
    void aStatementByItselfIsCommittedBehindTheFence() {
        turn(1, "a");
        CompletableFuture<Result> done = writes.execute(Statement.of("x")).toCompletableFuture();
        turn(2, "b");
        assertThat(database.calls).containsExactly("batch", "begin", "execute", "commit");
        assertThat(database.commits.get(1).statements()).hasSize(1);
        assertThat(done).isNotDone();
        database.commits.get(0).commit();
        database.commits.get(1).commit();
        assertThat(done).isCompletedWithValue(Result.NONE);
        assertThat(database.commits.get(2).from()).as("no commit builds on it").isEqualTo(1);
        database.commits.get(2).commit();
        assertThat(left).containsExactly("a", "b");
        assertThat(commits.idle().toCompletableFuture()).isDone();
    }

    @Test
    void aStatementByItselfThatIsRefusedHarmsNobodyElse() {
        CompletableFuture<Result> done = writes.execute(Statement.of("x")).toCompletableFuture();
        database.commits.getFirst().refuse();
        assertThat(done).isCompletedExceptionally();
        assertThat(failures).isEmpty();
        CompletableFuture<Result> stale = writes.execute(Statement.of("x")).toCompletableFuture();
        database.fence = new Object[] { 0L, 9L, 8L, 2L };
        database.commits.get(1).refuseBecauseOfAConstraint();
        assertThat(stale).isCompletedExceptionally();
        assertThat(failures).hasSize(1);
        assertThat(commits.idle().toCompletableFuture()).isDone();
    }

    @Test
    void savesAreInTheOrderInWhichTheyWereTaken_R_state_25_R_state_48() {
        save(1);
        save(2);
        assertThat(database.commits).extracting(c -> ((byte[]) c.statements().get(1).params().getFirst())[0]).containsExactly((byte) 1, (byte) 2);
        CompletableFuture<Void> idle = commits.idle().toCompletableFuture();
        database.commits.get(1).commit();
        assertThat(idle).as("whoever waits for writes waits for all of them").isNotDone();
        database.commits.get(0).commit();
        assertThat(idle).isDone();
    }

    @Test
    void anIncarnationThatHasEndedSavesNothing() {
        commits.close();
        assertThat(save(1).join()).isInstanceOf(Commit.NotCommitted.class);
        assertThat(database.commits).isEmpty();
    }
}
