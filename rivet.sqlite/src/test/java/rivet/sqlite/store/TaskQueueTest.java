package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;
import static rivet.sqlite.store.Await.await;
import static rivet.sqlite.store.Await.failure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

class TaskQueueTest {

    private final ManualExecutor executor = new ManualExecutor();
    private final ScriptedLoan loan = new ScriptedLoan();
    private final TaskQueue queue = new TaskQueue(executor, loan, 3);
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    /** A transaction that logs its undoing. */
    private final class Owner implements TaskQueue.Owner {
        @Override
        public StorageException over() {
            return new StorageException(Kind.TIMEOUT, "over");
        }

        @Override
        public Task<?> undo() {
            return Task.failing(() -> {
                log.add("undo");
                queue.leave(this);
                return null;
            });
        }
    }

    private Task<String> task(String name) {
        return Task.failing(() -> {
            log.add(name);
            return name;
        });
    }

    private Task<String> add(Task<String> task) {
        queue.add(task);
        return task;
    }

    private Owner entered() {
        Owner owner = new Owner();
        queue.add(Task.failing(() -> queue.enter(owner)));
        executor.runAll();
        return owner;
    }

    @Test
    void oneThreadDrainsWhatIsThere() {
        add(task("a"));
        add(task("b"));
        assertThat(executor.waiting()).isEqualTo(1);
        executor.runAll();
        assertThat(log).containsExactly("a", "b");
        add(task("c"));
        assertThat(executor.waiting()).isEqualTo(1);
        executor.runAll();
        assertThat(log).containsExactly("a", "b", "c");
    }

    @Test
    void aTaskAddedByATaskRunsAfterThoseBefore() {
        add(Task.failing(() -> {
            log.add("a");
            add(task("from a"));
            return "a";
        }));
        add(task("b"));
        executor.runAll();
        assertThat(log).containsExactly("a", "b", "from a");
    }

    @Test
    void aTaskAddedByWhoWaitsForAResultIsNotForgotten() { // the last moment of draining
        Task<String> last = task("last");
        last.result().thenRun(() -> add(task("after")));
        add(last);
        executor.runAll();
        assertThat(log).containsExactly("last", "after");
    }

    @Test
    void othersWaitWhileATransactionIsOpen() {
        Owner owner = entered();
        add(task("ordinary"));
        executor.runAll();
        assertThat(log).isEmpty();
        queue.addInside(owner, task("inside"), false);
        executor.runAll();
        assertThat(log).containsExactly("inside");
        queue.addInside(owner, owner.undo(), true);
        executor.runAll();
        assertThat(log).containsExactly("inside", "undo", "ordinary");
    }

    @Test
    void tasksOfATransactionThatIsOverAreRefusedWithItsReason() {
        Owner owner = entered();
        queue.addInside(owner, owner.undo(), true);
        Task<String> late = task("late");
        queue.addInside(owner, late, false);
        executor.runAll();
        failure(Kind.TIMEOUT, late.result());
        Task<String> later = task("later");
        queue.addInside(owner, later, false);
        failure(Kind.TIMEOUT, later.result());
        assertThat(log).containsExactly("undo");
    }

    @Test
    void anExpiredTransactionIsUndoneBeforeWhatWaitsInIt() {
        Owner owner = entered();
        Task<String> waiting = task("waiting");
        queue.addInside(owner, waiting, false);
        queue.undoNext(owner);
        executor.runAll();
        failure(Kind.TIMEOUT, waiting.result());
        queue.undoNext(owner);
        assertThat(executor.waiting()).isZero();
        assertThat(log).containsExactly("undo");
    }

    @Test
    void isBounded() { // R-sql-11
        IntStream.range(0, 3).forEach(i -> add(task("t" + i)));
        failure(Kind.OVERLOADED, add(task("too many")).result());
        executor.runAll();
        assertThat(log).hasSize(3);
        Owner owner = entered();
        IntStream.range(0, 3).forEach(i -> queue.addInside(owner, task("i" + i), false));
        Task<String> tooMany = task("too many");
        queue.addInside(owner, tooMany, false);
        failure(Kind.OVERLOADED, tooMany.result());
        queue.addInside(owner, owner.undo(), true);
        executor.runAll();
        assertThat(log).endsWith("i2", "undo");
    }

    @Test
    void closesBehindWhatWaits() {
        Owner owner = entered();
        add(task("behind"));
        queue.addInside(owner, task("inside"), false);
        assertThat(queue.close(task("close"))).isTrue();
        assertThat(queue.close(task("again"))).isFalse();
        failure(Kind.CLOSED, add(task("late")).result());
        executor.runAll();
        assertThat(log).containsExactly("inside", "undo", "behind", "close");
    }

    @Test
    void noTransactionBeginsWhileItCloses() {
        add(Task.failing(() -> queue.enter(new Owner()) ? "entered" : "refused")).result().thenAccept(log::add);
        queue.close(task("close"));
        executor.runAll();
        assertThat(log).containsExactly("refused", "close");
    }

    @Test
    void withoutAThreadEverythingIsRefused() {
        executor.reject();
        failure(Kind.OVERLOADED, add(task("a")).result());
        Task<String> last = task("close");
        queue.close(last);
        failure(Kind.OVERLOADED, last.result());
        assertThat(log).isEmpty();
    }

    @Test
    void withoutAnotherThreadTheRestIsRefused() {
        TaskQueue crowded = new TaskQueue(executor, loan, 100);
        List<Task<String>> tasks = IntStream.range(0, 80).mapToObj(i -> task("t" + i)).toList();
        tasks.forEach(crowded::add);
        executor.reject();
        executor.runAll();
        failure(Kind.OVERLOADED, tasks.getLast().result());
        assertThat(log).hasSizeLessThan(80);
        assertThat(loan.lent()).isFalse();
    }

    @Test
    void theFileIsLentWhileThereIsWork() {
        add(task("a"));
        assertThat(loan.seen()).containsExactly("ask");
        add(task("b"));
        executor.runAll();
        assertThat(loan.seen()).containsExactly("ready", "back");
        add(task("c"));
        executor.runAll();
        assertThat(loan.seen()).containsExactly("ask", "ready", "back");
    }

    @Test
    void theFileIsLentAsLongAsATransactionIsOpen() {
        Owner owner = entered();
        queue.addInside(owner, task("inside"), false);
        executor.runAll();
        assertThat(loan.seen()).containsExactly("ask", "ready");
        queue.addInside(owner, owner.undo(), true);
        executor.runAll();
        assertThat(loan.seen()).containsExactly("back");
    }

    @Test
    void whatComesWhileTheFileIsGivenBackIsNotForgotten() {
        loan.whenGivenBack(() -> add(task("late")));
        add(task("a"));
        executor.runAll();
        assertThat(log).containsExactly("a", "late");
        assertThat(loan.seen()).containsExactly("ask", "ready", "back", "ask", "ready", "back");
    }

    @Test
    void aFileThatIsNoLongerSoundIsOpenedAnewForTheNextTask() {
        add(Task.failing(() -> {
            log.add("a");
            loan.spoil();
            return "a";
        }));
        add(task("b"));
        executor.runAll();
        assertThat(log).containsExactly("a", "b");
        assertThat(loan.seen()).containsExactly("ask", "ready", "back", "ask", "ready", "back");
    }

    @Test
    void tasksWaitForTheFile() {
        loan.hold();
        Task<String> first = add(task("a"));
        Task<String> second = add(task("b"));
        executor.runAll();
        assertThat(log).isEmpty();
        loan.refuse(new StorageException(Kind.OVERLOADED, "by the test"));
        failure(Kind.OVERLOADED, first.result());
        failure(Kind.OVERLOADED, second.result());
        add(task("c"));
        loan.give();
        executor.runAll();
        assertThat(log).containsExactly("c");
    }

    @Test
    void aFileThatCannotBeOpenedFailsWhatWaitsForIt() {
        loan.fail(new StorageException(Kind.IO, "by the test"));
        Task<String> first = add(task("a"));
        executor.runAll();
        failure(Kind.IO, first.result());
        Task<String> next = add(task("b"));
        Task<String> close = task("close");
        queue.close(close);
        executor.runAll();
        failure(Kind.IO, next.result());
        await(close.result());
    }

    @Test
    void closingNeedsNoFile() {
        loan.hold();
        queue.close(task("close"));
        executor.runAll();
        assertThat(log).containsExactly("close");
        assertThat(loan.seen()).isEmpty();
    }

    @Test
    void closesAfterWhatTheFileWasRefusedTo() {
        loan.hold();
        Task<String> first = add(task("a"));
        queue.close(task("close"));
        loan.refuse(new StorageException(Kind.OVERLOADED, "by the test"));
        executor.runAll();
        failure(Kind.OVERLOADED, first.result());
        assertThat(log).containsExactly("close");
    }

    @Test
    void givesTheThreadAwayNowAndThen() {
        TaskQueue busy = new TaskQueue(executor, new ScriptedLoan(), 100);
        IntStream.range(0, 80).forEach(i -> busy.add(task("busy")));
        add(task("other"));
        executor.runNext();
        executor.runNext();
        assertThat(log).contains("other").hasSizeLessThan(80);
    }

    @Test
    void manyThreadsNeverRunTwoAtOnceNorForgetOne() {
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            TaskQueue shared = new TaskQueue(threads, new ScriptedLoan(), 10_000);
            AtomicInteger running = new AtomicInteger();
            AtomicInteger overlaps = new AtomicInteger();
            CountDownLatch done = new CountDownLatch(4_000);
            IntStream.range(0, 4).forEach(caller -> threads.execute(() -> IntStream.range(0, 1_000).forEach(i -> shared.add(Task.failing(() -> {
                overlaps.addAndGet(running.getAndIncrement());
                running.decrementAndGet();
                done.countDown();
                return null;
            })))));
            await(done);
            assertThat(overlaps).hasValue(0);
        }
    }
}
