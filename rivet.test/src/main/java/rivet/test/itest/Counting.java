package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import rivet.protocol.client.ToClient;
import rivet.test.itest.actors.tally.Tally;

/** Clients that each have an actor count over one connection, one call after the other with a pause between, and that hear its events. */
final class Counting implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private record One(String key, Live live) {}

    private final Client client;
    private final List<One> all = new ArrayList<>();
    private final List<CompletableFuture<Long>> ends = new ArrayList<>();
    private volatile Queue<Long> latencies = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    /** Connects, and begins. */
    Counting(Client client, String prefix, int actors) throws Exception {
        this.client = client;
        for (int i = 0; i < actors; i++) {
            String key = i + "-" + prefix;
            Live live = client.connect(Tally.TYPE, key).get(30, TimeUnit.SECONDS);
            live.subscribe("count");
            all.add(new One(key, live));
        }
        for (One one : all) {
            CompletableFuture<Long> end = new CompletableFuture<>();
            ends.add(end);
            Thread.ofVirtual().start(() -> {
                try {
                    end.complete(count(one));
                } catch (Throwable e) {
                    end.completeExceptionally(e);
                }
            });
        }
    }

    /** Returns how often the actor was told to count. */
    private long count(One one) throws Exception {
        long count = 0;
        while (!over) {
            long begun = System.nanoTime();
            Client.Reply reply = one.live.call("count").get(30, TimeUnit.SECONDS);
            latencies.add((System.nanoTime() - begun) / 1_000);
            assertThat(reply.code()).as("answer to %s", one.key).isEqualTo("ok");
            assertThat(reply.number()).as("count of %s", one.key).isEqualTo(++count);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return count;
    }

    /** Returns how long calls took since this was asked last, in microseconds, sorted. */
    List<Long> latencies() {
        Queue<Long> taken = latencies;
        latencies = new ConcurrentLinkedQueue<>();
        return taken.stream().sorted().toList();
    }

    /** Ends, and compares what the clients were told with what the actors have. */
    void verify() throws Exception {
        over = true;
        for (int i = 0; i < all.size(); i++) {
            One one = all.get(i);
            long count = ends.get(i).get(60, TimeUnit.SECONDS);
            assertThat(client.call(Tally.TYPE, one.key, "get").number()).as("state of %s", one.key).isEqualTo(count);
            Await.until("the last event of " + one.key, () -> one.live.events().size() >= count);
            List<Long> events = one.live.events().stream().map(ToClient.Event::args).map(args -> ((Number) args.getFirst()).longValue()).toList();
            assertThat(events).as("events of %s", one.key).hasSize((int) count).isSorted().doesNotHaveDuplicates();
            assertThat(one.live.end()).as("connection to %s", one.key).isNotDone();
        }
    }

    @Override
    public void close() {
        over = true;
        all.forEach(one -> one.live.close());
    }
}
