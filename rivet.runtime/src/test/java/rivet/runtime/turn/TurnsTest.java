package rivet.runtime.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** Design section 4: one thread at a time, in the order of arrival, giving way at await points only. */
@Timeout(20)
class TurnsTest {

    private static final RivetException STOP = ErrorCode.ACTOR_ABORTED.error();

    private final ThreadFactory virtual = Thread.ofVirtual().factory();
    private final Executor threads = task -> virtual.newThread(task).start();
    private final List<String> trace = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger inside = new AtomicInteger();
    private final Turns turns = turns(1_000, 256);

    private Turns turns(int waiting, int suspended) {
        return new Turns(threads, new Turns.Observer() {
            @Override
            public void begin(Task task) {
                if (inside.incrementAndGet() != 1) {
                    trace.add("two at once");
                }
            }

            @Override
            public void end(Task task) {
                inside.decrementAndGet();
            }
        }, System::nanoTime, new Turns.Limits(waiting, suspended));
    }

    private interface Body {
        void run(Task self) throws Exception;
    }

    /** A task that tells how it ended. */
    private static final class Probe extends Task {

        private final Body body;
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        Probe(String what, Body body) {
            super(what);
            this.body = body;
        }

        @Override
        protected void run() {
            try {
                body.run(this);
                done.complete(null);
            } catch (Throwable t) {
                done.completeExceptionally(t);
            }
        }

        void await() throws Exception {
            done.get(10, TimeUnit.SECONDS);
        }
    }

    private Probe submit(String what, Body body) {
        Probe task = new Probe(what, body);
        turns.submit(task);
        return task;
    }

    @Test
    void tasksRunInOrderOfArrival() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        submit("gate", self -> go.await());
        Probe last = null;
        for (int i = 0; i < 500; i++) {
            String name = "t" + i;
            last = submit(name, self -> trace.add(name));
        }
        go.countDown();
        last.await();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            expected.add("t" + i);
        }
        assertThat(trace).isEqualTo(expected);
    }

    @Test
    void othersRunAtAnAwaitPointAndTheResumedQueuesBehind() throws Exception {
        CompletableFuture<Void> event = new CompletableFuture<>();
        CountDownLatch go = new CountDownLatch(1);
        Probe first = submit("a", self -> {
            trace.add("a1");
            turns.await(self, event);
            trace.add("a2");
        });
        submit("b", self -> {
            trace.add("b");
            go.await();
            event.complete(null); // a is ready from here on, behind c
        });
        Probe last = submit("c", self -> trace.add("c"));
        go.countDown();
        first.await();
        last.await();
        assertThat(trace).containsExactly("a1", "b", "c", "a2");
    }

    @Test
    void plainCodeIsNotInterleaved() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        submit("a", self -> {
            trace.add("a1");
            go.await(); // blocks, but is no await point
            trace.add("a2");
        });
        Probe second = submit("b", self -> trace.add("b"));
        go.countDown();
        second.await();
        assertThat(trace).containsExactly("a1", "a2", "b");
    }

    @Test
    void awaitOfSomethingThatIsThereStillGivesWay() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Probe first = submit("a", self -> {
            go.await();
            turns.await(self, CompletableFuture.completedFuture(null));
            trace.add("a");
        });
        submit("b", self -> trace.add("b"));
        go.countDown();
        first.await();
        assertThat(trace).containsExactly("b", "a");
    }

    @Test
    void manyTasksAwaitingManyTimesNeverOverlap() throws Exception {
        List<Probe> all = new ArrayList<>();
        AtomicInteger count = new AtomicInteger();
        for (int i = 0; i < 200; i++) {
            all.add(submit("t", self -> {
                for (int k = 0; k < 20; k++) {
                    CompletableFuture<Void> later = new CompletableFuture<>();
                    threads.execute(() -> later.complete(null));
                    turns.await(self, later);
                    count.set(count.get() + 1); // not atomic on purpose: the lock makes it so
                }
            }));
        }
        for (Probe probe : all) {
            probe.await();
        }
        assertThat(count.get()).isEqualTo(4_000);
        assertThat(trace).isEmpty();
        turns.quiet().toCompletableFuture().get(5, TimeUnit.SECONDS);
        assertThat(turns.begun()).isZero();
        assertThat(turns.waiting()).isZero();
    }

    @Test
    void theInboxIsBounded() throws Exception {
        Turns small = turns(2, 1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        Probe gate = new Probe("gate", self -> {
            running.countDown();
            go.await();
        });
        small.submit(gate);
        running.await();
        small.submit(new Probe("1", self -> {}));
        small.submit(new Probe("2", self -> {}));
        assertThatThrownBy(() -> small.submit(new Probe("3", self -> {}))).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.is(ErrorCode.ACTOR_OVERLOADED)).isTrue());
        Probe extra = new Probe("platform", self -> trace.add("platform"));
        small.submitUnlimited(extra);
        go.countDown();
        extra.await();
        assertThat(trace).containsExactly("platform");
    }

    @Test
    void suspendedTasksAreBounded() throws Exception {
        Turns small = turns(10, 1);
        CompletableFuture<Void> never = new CompletableFuture<>();
        Probe first = new Probe("1", self -> small.await(self, never));
        Probe second = new Probe("2", self -> small.await(self, never));
        small.submit(first);
        small.submit(second);
        assertThatThrownBy(second::await).hasCauseInstanceOf(RivetException.class).cause().hasMessageContaining("overloaded");
        never.complete(null);
        first.await();
    }

    @Test
    void interruptionEndsAnAwait() throws Exception {
        CompletableFuture<Void> never = new CompletableFuture<>();
        CountDownLatch there = new CountDownLatch(1);
        Probe task = submit("a", self -> {
            there.countDown();
            turns.await(self, never);
        });
        there.await();
        assertThat(turns.interrupt(task, STOP)).isTrue();
        assertThatThrownBy(task::await).hasCause(STOP);
        assertThat(turns.interrupt(task, STOP)).isFalse();
        never.complete(null); // nobody waits for it any more
        Probe next = submit("b", self -> assertThat(Thread.currentThread().isInterrupted()).isFalse());
        next.await();
    }

    @Test
    void anInterruptedAwaitDoesNotDisturbTheNextOne() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> second = new CompletableFuture<>();
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch caught = new CountDownLatch(1);
        Probe task = submit("a", self -> {
            there.countDown();
            try {
                turns.await(self, first);
            } catch (RivetException e) {
                trace.add("interrupted");
            }
            caught.countDown();
            turns.await(self, second);
            trace.add(second.isDone() ? "second" : "woken by the first");
        });
        there.await();
        turns.interrupt(task, STOP);
        caught.await();
        first.complete(null);
        submit("b", self -> {}).await();
        second.complete(null);
        task.await();
        assertThat(trace).containsExactly("interrupted", "second");
    }

    @Test
    void interruptionReachesARunningThreadAndThatTaskOnly() throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        Probe task = submit("a", self -> {
            there.countDown();
            new CountDownLatch(1).await();
        });
        Probe next = submit("b", self -> trace.add(Thread.currentThread().isInterrupted() ? "interrupted" : "clean"));
        there.await();
        turns.interrupt(task, STOP);
        assertThatThrownBy(task::await).hasCauseInstanceOf(InterruptedException.class);
        next.await();
        assertThat(trace).containsExactly("clean");
    }

    @Test
    void aRunningTaskThatIsInterruptedFailsAtItsNextAwait() throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Probe task = submit("a", self -> {
            there.countDown();
            boolean interrupted = false;
            while (go.getCount() > 0) {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            interrupted |= Thread.interrupted();
            trace.add("interrupted " + interrupted);
            turns.await(self, new CompletableFuture<>());
        });
        there.await();
        turns.interrupt(task, STOP);
        go.countDown();
        assertThatThrownBy(task::await).hasCause(STOP);
        assertThat(trace).containsExactly("interrupted true");
    }

    @Test
    void heldOnlyByTheThreadOfTheTurn() throws Exception {
        CompletableFuture<Void> event = new CompletableFuture<>();
        Probe task = submit("a", self -> {
            trace.add("in turn " + turns.held());
            CompletableFuture<Boolean> other = new CompletableFuture<>();
            threads.execute(() -> other.complete(turns.held()));
            trace.add("elsewhere " + other.get());
            turns.await(self, event);
            trace.add("again " + turns.held());
        });
        event.complete(null);
        task.await();
        assertThat(turns.held()).isFalse();
        assertThat(trace).containsExactly("in turn true", "elsewhere false", "again true");
    }

    @Test
    void closingGivesBackWhatHasNotBegunAndLetsTheRestEnd() throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Probe running = submit("a", self -> {
            there.countDown();
            go.await();
        });
        Probe waiting = submit("b", self -> trace.add("b"));
        there.await();
        assertThat(turns.close()).containsExactly(waiting);
        assertThat(turns.submit(new Probe("c", self -> {}))).isFalse();
        CompletableFuture<Void> quiet = turns.quiet().toCompletableFuture();
        assertThat(quiet).isNotDone();
        go.countDown();
        running.await();
        quiet.get(5, TimeUnit.SECONDS);
        assertThat(trace).isEmpty();
    }

    @Test
    void aTaskCanBeWithdrawnBeforeItBegins() throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Probe running = submit("a", self -> {
            there.countDown();
            go.await();
        });
        Probe waiting = submit("b", self -> trace.add("b"));
        there.await();
        assertThat(turns.withdraw(waiting)).isTrue();
        assertThat(turns.withdraw(running)).isFalse();
        go.countDown();
        running.await();
        turns.quiet().toCompletableFuture().get(5, TimeUnit.SECONDS);
        assertThat(trace).isEmpty();
    }

    @Test
    void holdingKeepsTheTurnAndTheInterrupt() throws Exception {
        CompletableFuture<Void> statement = new CompletableFuture<>();
        CountDownLatch there = new CountDownLatch(1);
        Probe task = submit("a", self -> {
            there.countDown();
            Parking.untilDone(statement);
            trace.add("a " + Thread.currentThread().isInterrupted());
        });
        Probe other = submit("b", self -> trace.add("b"));
        there.await();
        turns.interrupt(task, STOP);
        assertThat(trace).isEmpty();
        statement.complete(null);
        task.await();
        other.await();
        assertThat(trace).containsExactly("a true", "b");
    }

    @Test
    void tellsWhatRuns() throws Exception {
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Probe task = submit("spin", self -> {
            there.countDown();
            go.await();
        });
        there.await();
        assertThat(turns.running()).hasValueSatisfying(r -> assertThat(r.task()).isSameAs(task));
        go.countDown();
        task.await();
        turns.quiet().toCompletableFuture().get(5, TimeUnit.SECONDS);
        assertThat(turns.running()).isEmpty();
    }
}
