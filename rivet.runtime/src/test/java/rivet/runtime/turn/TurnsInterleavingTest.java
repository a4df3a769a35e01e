package rivet.runtime.turn;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.Interleavings;

/**
 * Interleavings, as Lincheck's model checker comes up with them, of those who submit, complete and interrupt: one task has the turn at a time, every task that was
 * taken ends, no wake-up is lost.
 */
class TurnsInterleavingTest {

    private static final int INVOCATIONS = Interleavings.of(20, 500);

    /** A lock whose threads are platform threads: the model checker knows these. */
    private static final class Actor implements Turns.Observer {

        private final List<Thread> threads = new ArrayList<>();
        private final AtomicInteger holders = new AtomicInteger();
        private final List<String> done = new ArrayList<>(); // changed in turns only
        private final Turns turns = new Turns(this::start, this, () -> 0L, new Turns.Limits(10, 10));
        private volatile boolean overlapped;

        private void start(Runnable work) {
            Thread thread = new Thread(work);
            synchronized (threads) {
                threads.add(thread);
            }
            thread.start();
        }

        @Override
        public void begin(Task task) {
            overlapped |= holders.incrementAndGet() > 1;
        }

        @Override
        public void end(Task task) {
            holders.decrementAndGet();
        }

        Task task(String name, Consumer<Task> body) {
            return new Task(name) {

                @Override
                protected void run() {
                    try {
                        body.accept(this);
                        done.add(name);
                    } catch (RivetException e) {
                        done.add(name + " interrupted");
                    }
                }
            };
        }

        Task awaiting(String name, CompletableFuture<?> stage) {
            return task(name, self -> turns.await(self, stage));
        }

        Task plain(String name) {
            return task(name, self -> {});
        }

        /** Waits for those who were there from the beginning, then for the threads that ran the tasks. */
        void together(Runnable... parts) {
            List<Thread> all = new ArrayList<>();
            for (Runnable part : parts) {
                Thread thread = new Thread(part);
                thread.start();
                all.add(thread);
            }
            try {
                for (Thread thread : all) {
                    thread.join();
                }
                for (int i = 0; i < size(); i++) {
                    thread(i).join();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            check(!overlapped, "two tasks had the turn");
            check(turns.begun() == 0 && turns.waiting() == 0, "something is left");
            check(turns.quiet().toCompletableFuture().isDone(), "it is not quiet");
        }

        private int size() {
            synchronized (threads) {
                return threads.size();
            }
        }

        private Thread thread(int index) {
            synchronized (threads) {
                return threads.get(index);
            }
        }

        void check(boolean holds, String what) {
            if (!holds) {
                throw new AssertionError(what + ": " + done);
            }
        }
    }

    @Test
    void everyTaskThatWasTakenEnds() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            Actor actor = new Actor();
            CompletableFuture<Void> stage = new CompletableFuture<>();
            actor.together(() -> actor.turns.submit(actor.awaiting("a", stage)), () -> actor.turns.submit(actor.plain("b")), () -> stage.complete(null));
            actor.check(actor.done.size() == 2 && actor.done.containsAll(List.of("a", "b")), "not all ended");
        });
    }

    @Test
    void theyBeginInTheOrderOfTheirArrival() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            Actor actor = new Actor();
            actor.together(() -> {
                actor.turns.submit(actor.plain("a"));
                actor.turns.submit(actor.plain("b"));
            }, () -> actor.turns.submit(actor.plain("c")));
            actor.check(actor.done.size() == 3 && actor.done.indexOf("a") < actor.done.indexOf("b"), "out of order");
        });
    }

    @Test
    void anInterruptionEndsAnAwaitOnce() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            Actor actor = new Actor();
            CompletableFuture<Void> stage = new CompletableFuture<>();
            Task task = actor.awaiting("a", stage);
            actor.turns.submit(task);
            actor.together(() -> actor.turns.interrupt(task, ErrorCode.ACTOR_ABORTED.error()), () -> stage.complete(null));
            actor.check(actor.done.equals(List.of("a")) || actor.done.equals(List.of("a interrupted")), "it did not end once");
        });
    }

    @Test
    void closingTakesOrGivesBackEachTask() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            Actor actor = new Actor();
            List<Task> back = new ArrayList<>();
            boolean[] taken = new boolean[2];
            actor.together(() -> {
                taken[0] = actor.turns.submit(actor.plain("a"));
                taken[1] = actor.turns.submit(actor.plain("b"));
            }, () -> back.addAll(actor.turns.close()));
            int accepted = (taken[0] ? 1 : 0) + (taken[1] ? 1 : 0);
            actor.check(actor.done.size() + back.size() == accepted, "a task was lost or done twice");
        });
    }
}
