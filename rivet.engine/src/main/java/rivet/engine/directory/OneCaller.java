package rivet.engine.directory;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Makes calls from many threads one after another, in their order, as {@link rivet.spi.storage.Database} wants it, without holding a lock
 * while one is made. For calls that do not block.
 */
final class OneCaller {

    private final ReentrantLock lock = new ReentrantLock();
    // guarded by lock: busy while some thread makes calls; it makes those that are added meanwhile
    private final ArrayDeque<Runnable> calls = new ArrayDeque<>();
    private boolean busy;

    void call(Runnable call) {
        lock.lock();
        try {
            calls.add(call);
            if (busy) {
                return;
            }
            busy = true;
        } finally {
            lock.unlock();
        }
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private Runnable next() {
        lock.lock();
        try {
            Runnable next = calls.poll();
            busy = next != null;
            return next;
        } finally {
            lock.unlock();
        }
    }
}
