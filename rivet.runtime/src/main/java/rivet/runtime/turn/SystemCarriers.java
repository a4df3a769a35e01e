package rivet.runtime.turn;

import java.lang.management.ManagementFactory;

import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * The carriers of this process. As many as it was started with are free for others, however many virtual threads compute without end, up to the
 * {@value #MOST} that the scheduler makes unless it is told otherwise.
 */
public final class SystemCarriers implements Carriers {

    private static final int MOST = 256;

    private final VirtualThreadSchedulerMXBean scheduler = ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    private final int free = scheduler.getParallelism();
    private int extra; // guarded by this

    @Override
    public synchronized void makeUpFor(int count) {
        if (count != extra) {
            extra = count;
            scheduler.setParallelism(Math.max(free, Math.min(free + count, MOST)));
        }
    }
}
