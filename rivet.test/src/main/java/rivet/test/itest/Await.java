package rivet.test.itest;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for something that comes to pass on other threads, within a bound. */
final class Await {

    /** Long enough for a machine that does much else. */
    static final Duration LONG = Duration.ofSeconds(30);

    private static final Duration BETWEEN = Duration.ofMillis(5);

    private Await() {}

    /** Looks again and again until it is so. */
    static void until(String what, Callable<Boolean> isSo) throws Exception {
        until(what, LONG, isSo);
    }

    static void until(String what, Duration limit, Callable<Boolean> isSo) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        while (!isSo.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("within " + limit.toMillis() + " ms there was no: " + what);
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }
}
