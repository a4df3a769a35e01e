package rivet.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

/** One thing after the other: {@link InOrder} and {@link Deliveries}. */
class InOrderTest {

    @Test
    void whatAStepAddsComesAfterIt() {
        InOrder order = new InOrder();
        List<String> done = new ArrayList<>();
        order.run(() -> {
            order.run(() -> done.add("second"));
            done.add("first");
        });
        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void aStepThatFailsStopsNothing() {
        InOrder order = new InOrder();
        List<String> done = new ArrayList<>();
        order.run(() -> {
            order.run(() -> done.add("next"));
            throw new IllegalStateException("by the test");
        });
        order.run(() -> done.add("later"));
        assertThat(done).containsExactly("next", "later");
    }

    @Test
    void stepsOfManyThreadsDoNotOverlapAndNoneIsLost() throws Exception {
        InOrder order = new InOrder();
        int threads = 4;
        int each = 2_000;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        int[] next = new int[threads]; // written in order
        CountDownLatch all = new CountDownLatch(threads * each);
        for (int t = 0; t < threads; t++) {
            int thread = t;
            Thread.ofPlatform().start(() -> {
                for (int i = 0; i < each; i++) {
                    int number = i;
                    order.run(() -> {
                        overlaps.addAndGet(inside.getAndIncrement());
                        overlaps.addAndGet(next[thread]++ == number ? 0 : 1);
                        inside.decrementAndGet();
                        all.countDown();
                    });
                }
            });
        }
        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(overlaps).hasValue(0);
    }

    @Test
    void listenersAreCalledOneAtATimeAndOnlySoManyWait() {
        ArrayDeque<Runnable> pieces = new ArrayDeque<>();
        List<String> heard = new ArrayList<>();
        Deliveries deliveries = new Deliveries(pieces::add, 2);
        assertThat(deliveries.add(() -> {
            heard.add("a");
            throw new IllegalStateException("by the test");
        })).isTrue();
        assertThat(deliveries.add(() -> heard.add("b"))).isTrue();
        assertThat(deliveries.add(() -> heard.add("c"))).as("two wait").isFalse();
        assertThat(pieces).hasSize(1);
        pieces.poll().run();
        assertThat(heard).containsExactly("a");
        assertThat(pieces).as("the next one, by itself").hasSize(1);
        assertThat(deliveries.add(() -> heard.add("d"))).isTrue();
        assertThat(pieces).hasSize(1);
        while (!pieces.isEmpty()) {
            pieces.poll().run();
        }
        assertThat(heard).containsExactly("a", "b", "d");
        assertThat(deliveries.add(() -> heard.add("e"))).isTrue();
        assertThat(pieces).hasSize(1);
    }
}
