package rivet.test.itest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Clients that count without pause, over HTTP and over connections, each actor by one client of either kind, and that know what they were told: every count that was
 * acknowledged is in the state, and no other but those of which nobody knows.
 */
final class Load implements AutoCloseable {

    private static final int ACTORS = 4;
    /** What may be answered during a replacement: not begun, come again; or begun and cut off. */
    private static final Set<String> ALLOWED = Set.of("actor.restarting", "actor.stopped", "actor.stopping", "guard.service_unavailable", "ws.going_away");
    /** Codes that promise that nothing was begun. */
    private static final Set<String> NOT_BEGUN = Set.of("actor.restarting", "actor.stopping", "guard.service_unavailable");

    /** What the clients of one actor were told. */
    private static final class Tally {

        private final LongAdder acknowledged = new LongAdder();
        private final LongAdder unknown = new LongAdder();
    }

    private final Client client;
    private final String type;
    private final String prefix;
    private final List<Tally> tallies = new ArrayList<>();
    private final List<CompletableFuture<Void>> ends = new ArrayList<>();
    private final Map<String, AtomicLong> codes = new ConcurrentHashMap<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    /** Begins. */
    Load(Client client, String type, String prefix) {
        this.client = client;
        this.type = type;
        this.prefix = prefix;
        for (int i = 0; i < ACTORS; i++) {
            Tally tally = new Tally();
            String key = key(prefix, i);
            tallies.add(tally);
            ends.add(start("http", () -> overHttp(key, tally)));
            ends.add(start("socket", () -> overConnections(key, tally)));
        }
    }

    /** Returns the key of an actor. */
    static String key(String prefix, int actor) {
        return actor + "-" + prefix;
    }

    /** Something that runs until the end. */
    private interface Work {

        void run() throws Exception;
    }

    private CompletableFuture<Void> start(String name, Work work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("load-" + name).start(() -> {
            try {
                work.run();
                end.complete(null);
            } catch (Throwable e) {
                end.completeExceptionally(e);
            }
        });
        return end;
    }

    private void overHttp(String key, Tally tally) throws Exception {
        while (!over) {
            told(client.call(type, key, "add", 1L), tally);
        }
    }

    private void overConnections(String key, Tally tally) throws Exception {
        while (!over) {
            Live live;
            try {
                live = client.connect(type, key).get(30, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                refused(e);
                continue;
            }
            try {
                while (!over) {
                    told(live.call("add", 1L).get(30, TimeUnit.SECONDS), tally);
                }
                live.close();
            } catch (ExecutionException e) {
                cut(e, tally);
            }
        }
    }

    private void told(Client.Reply reply, Tally tally) {
        codes.computeIfAbsent(reply.code(), code -> new AtomicLong()).incrementAndGet();
        if (reply.code().equals("ok")) {
            tally.acknowledged.increment();
        } else if (!ALLOWED.contains(reply.code())) {
            faults.add(reply.toString());
        } else if (!NOT_BEGUN.contains(reply.code()) && !"no".equals(reply.metadata("committed"))) {
            tally.unknown.increment();
        }
    }

    /** A connection could not be made: the reason says to come again. */
    private void refused(ExecutionException failure) {
        String why = String.valueOf(failure.getCause().getMessage());
        codes.computeIfAbsent("refused", code -> new AtomicLong()).incrementAndGet();
        if (ALLOWED.stream().noneMatch(why::contains)) {
            faults.add("refused: " + failure.getCause());
        }
    }

    /** A connection ended with a call in flight. */
    private void cut(ExecutionException failure, Tally tally) {
        codes.computeIfAbsent("cut", code -> new AtomicLong()).incrementAndGet();
        tally.unknown.increment();
        if (!(failure.getCause() instanceof Live.Cut) || ALLOWED.stream().noneMatch(failure.getCause().getMessage()::contains)) {
            faults.add("cut: " + failure.getCause());
        }
    }

    /** Waits until every actor has counted some more. */
    void awaitProgress() throws Exception {
        List<Long> before = tallies.stream().map(tally -> tally.acknowledged.sum()).toList();
        for (int i = 0; i < ACTORS; i++) {
            Tally tally = tallies.get(i);
            long enough = before.get(i) + 5;
            Await.until("progress of actor " + i + ", " + codes + faults, () -> tally.acknowledged.sum() >= enough || !faults.isEmpty());
        }
    }

    /** Lets all clients come to an end. */
    void end() throws Exception {
        over = true;
        for (CompletableFuture<Void> end : ends) {
            end.get(60, TimeUnit.SECONDS);
        }
    }

    /** Compares what the clients were told with what the actors have. */
    void verify() throws Exception {
        assertThat(faults).isEmpty();
        for (int i = 0; i < ACTORS; i++) {
            long state = client.call(type, key(prefix, i), "get").number();
            long acknowledged = tallies.get(i).acknowledged.sum();
            assertThat(state).as("count of actor %d, %s", i, codes).isBetween(acknowledged, acknowledged + tallies.get(i).unknown.sum());
        }
    }

    @Override
    public void close() {
        over = true;
    }
}
