package rivet.test.itest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Calls an actor again and again, one call after the other, and knows how long the answers took. Any failure is one of {@link #end}. */
final class Probe implements AutoCloseable {

    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Thread thread;
    private volatile boolean over;
    private final List<Duration> times = new ArrayList<>(); // its thread's, until that has ended

    /** Begins to call {@code get} of an actor. */
    Probe(Client client, String type, String key) {
        thread = Thread.ofPlatform().daemon().name("probe").start(() -> {
            try {
                while (!over) {
                    long begun = System.nanoTime();
                    client.call(type, key, "get").number();
                    times.add(Duration.ofNanos(System.nanoTime() - begun));
                }
                ended.complete(null);
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        });
    }

    /** Waits for the last answer; returns how long each took, the fastest first. */
    List<Duration> end() throws Exception {
        over = true;
        ended.get(10, TimeUnit.SECONDS);
        Collections.sort(times);
        return times;
    }

    @Override
    public void close() {
        over = true;
        thread.interrupt();
    }
}
