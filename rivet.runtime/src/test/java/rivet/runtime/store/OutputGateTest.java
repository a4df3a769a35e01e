package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

@Timeout(20)
class OutputGateTest {

    private final List<String> left = Collections.synchronizedList(new ArrayList<>());

    private Output output(String name) {
        return output(() -> left.add(name), () -> left.add(name + " failed"));
    }

    private static Output output(Runnable released, Runnable failed) {
        return new Output() {
            @Override
            public void release() {
                released.run();
            }

            @Override
            public void fail(RivetException error) {
                failed.run();
            }
        };
    }

    @Test
    void whatWaitsForNothingLeavesAtOnce() {
        OutputGate gate = new OutputGate(10);
        gate.add(0, List.of(output("a"), output("b")));
        assertThat(left).containsExactly("a", "b");
    }

    @Test
    void orderIsKept() {
        OutputGate gate = new OutputGate(10);
        gate.add(1, List.of(output("a")));
        gate.add(2, List.of(output("b")));
        gate.durable(1);
        assertThat(left).containsExactly("a");
        gate.durable(2);
        assertThat(left).containsExactly("a", "b");
    }

    @Test
    void anOutputThatAddsAnotherDoesNotOvertake() {
        OutputGate gate = new OutputGate(10);
        gate.add(0, List.of(output(() -> gate.add(0, List.of(output("second"))), () -> {}), output("first")));
        assertThat(left).containsExactly("first", "second");
    }

    @Test
    void afterAFailureNothingThatIsNotDurableLeaves() {
        OutputGate gate = new OutputGate(10);
        gate.durable(1);
        gate.add(1, List.of(output("a")));
        gate.add(2, List.of(output("b")));
        gate.fail(ErrorCode.ACTOR_STORAGE_FAILED.error());
        gate.add(2, List.of(output("c")));
        assertThat(left).containsExactly("a", "b failed", "c failed");
    }

    @Test
    void oneThatFailsToLeaveDoesNotHoldUpTheNext() {
        OutputGate gate = new OutputGate(10);
        gate.add(0, List.of(output(() -> {
            throw new IllegalStateException("closed");
        }, () -> {}), output("next")));
        assertThat(left).containsExactly("next");
    }

    @Test
    void isBounded() {
        OutputGate gate = new OutputGate(2);
        assertThat(gate.room()).isEmpty();
        gate.add(1, List.of(output("a"), output("b")));
        CompletionStage<Void> room = gate.room().orElseThrow();
        assertThat(room.toCompletableFuture()).isNotDone();
        gate.durable(1);
        assertThat(room.toCompletableFuture()).isDone();
    }

    /** One thread adds, another makes durable: everything leaves, once, in order, never two at a time. */
    @Test
    void raceOfAddingAndBecomingDurable() throws Exception {
        for (int round = 0; round < 200; round++) {
            OutputGate gate = new OutputGate(1_000_000);
            AtomicInteger inside = new AtomicInteger();
            List<Integer> order = new ArrayList<>(); // guarded by the gate's rule that one thread drains at a time
            CountDownLatch all = new CountDownLatch(500);
            CountDownLatch start = new CountDownLatch(1);
            Thread durable = Thread.ofVirtual().start(() -> {
                await(start);
                for (int i = 1; i <= 500; i++) {
                    gate.durable(i);
                }
            });
            Thread adding = Thread.ofVirtual().start(() -> {
                await(start);
                for (int i = 1; i <= 500; i++) {
                    int number = i;
                    gate.add(i, List.of(output(() -> {
                        if (inside.incrementAndGet() == 1) {
                            order.add(number);
                        }
                        inside.decrementAndGet();
                        all.countDown();
                    }, () -> {})));
                }
            });
            start.countDown();
            durable.join();
            adding.join();
            assertThat(all.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(order).hasSize(500).isSorted();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
