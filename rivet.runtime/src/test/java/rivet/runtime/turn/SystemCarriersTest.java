package rivet.runtime.turn;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import jdk.management.VirtualThreadSchedulerMXBean;

class SystemCarriersTest {

    private final VirtualThreadSchedulerMXBean scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);

    @Test
    void othersRunBesideThreadsThatComputeWithoutEnd() throws Exception {
        int free = scheduler.getParallelism();
        SystemCarriers carriers = new SystemCarriers();
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch spinning = new CountDownLatch(free);
        for (int i = 0; i < free; i++) {
            Thread.startVirtualThread(() -> {
                spinning.countDown();
                while (!over.get()) {
                    Thread.onSpinWait();
                }
            });
        }
        try {
            assertThat(spinning.await(30, TimeUnit.SECONDS)).isTrue();
            CountDownLatch ran = new CountDownLatch(1);
            Thread.startVirtualThread(ran::countDown);
            carriers.makeUpFor(free);
            assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            over.set(true);
            carriers.makeUpFor(0);
        }
        assertThat(scheduler.getParallelism()).isEqualTo(free);
    }

    @Test
    void thereIsAnEndOfIt() {
        int free = scheduler.getParallelism();
        SystemCarriers carriers = new SystemCarriers();
        carriers.makeUpFor(100_000);
        assertThat(scheduler.getParallelism()).isEqualTo(256);
        carriers.makeUpFor(0);
        assertThat(scheduler.getParallelism()).isEqualTo(free);
    }
}
