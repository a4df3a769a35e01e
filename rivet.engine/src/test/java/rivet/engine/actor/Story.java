package rivet.engine.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import rivet.engine.directory.CrashPolicy;
import rivet.engine.testing.Await;
import rivet.engine.testing.BreakingStorage;
import rivet.engine.testing.BreakingStorage.Fault;
import rivet.engine.testing.Calls;
import rivet.engine.testing.FakeHost;
import rivet.engine.testing.World;
import rivet.error.RivetException;
import rivet.spi.engine.ActorRecord.Status;
import rivet.spi.engine.ActorStart;
import rivet.spi.storage.DatabaseId;

/** What happens to some actors while one write goes wrong, what was acknowledged, and whether that holds. */
final class Story implements AutoCloseable {

    private static final DatabaseId DIRECTORY = new DatabaseId.Platform("engine");

    private final World world;
    private BreakingStorage store;
    private FakeHost host;
    private int writes;
    /** The newest generation of each actor that was told to start. */
    private final Map<String, Integer> started = new ConcurrentHashMap<>();
    private final Map<String, String> created = new HashMap<>(); // name of the actor in the story to its id
    private final Set<String> asked = new HashSet<>();
    private final Set<String> destroyed = new HashSet<>();
    private final Set<String> asleep = new HashSet<>();
    private final List<Long> alarms = new ArrayList<>(List.of(0L)); // the one that was acknowledged last, and those that may have come after it

    Story(Path folder, int number, Fault fault) {
        host = newHost();
        world = new World(folder, Limits.DEFAULT, new Cluster("default", Set.of(), false, false), files -> {
            store = new BreakingStorage(files, number, fault);
            return store;
        }, host);
        settle();
    }

    private FakeHost newHost() {
        return new FakeHost().resumes("worker", true).onStart(this::onStart);
    }

    private void onStart(ActorStart start) {
        started.merge(start.actorId(), start.generation(), Math::max);
        if (!world.storage().stores(start.actorId())) {
            world.storage().make(start.actorId());
        }
    }

    int writes() {
        return writes;
    }

    boolean isDead() {
        return store.died().isDone();
    }

    void tell() throws Exception {
        store.arm();
        create("one", "thing", "a");
        sleep("one");
        call("one");
        setAlarm("one", Duration.ofMinutes(50));
        setAlarm("one", Duration.ofMinutes(40));
        setAlarm("one", Duration.ofMinutes(60));
        create("two", "worker", "b");
        create("three", "worker", "c");
        sleep("three");
        create("four", "thing", "d");
        destroy("four");
        create("five", "thing", "d");
        create("six", "worker", "e");
        destroy("six");
        writes = store.disarm();
    }

    private void create(String who, String type, String key) throws Exception {
        step(() -> world.actors().create(World.wish(type, key, CrashPolicy.SLEEP), true))
            .ifPresent(found -> created.put(who, found.actor().row().id()));
        awaitCalm();
    }

    private void sleep(String who) throws Exception {
        String id = created.get(who);
        if (id != null && step(() -> world.actors().sleep(id, false).thenApply(done -> true)).isPresent()) {
            asleep.add(id);
        }
        awaitCalm();
    }

    private void call(String who) throws Exception {
        String id = created.get(who);
        if (id != null) {
            asleep.remove(id);
            step(() -> world.actors().request(id, Calls.get("/")));
        }
        awaitCalm();
    }

    private void destroy(String who) throws Exception {
        String id = created.get(who);
        if (id != null && !isDead()) {
            asked.add(id);
            if (step(() -> world.actors().destroyed(id).thenApply(done -> true)).isPresent()) {
                destroyed.add(id);
            }
        }
        awaitCalm();
    }

    private void setAlarm(String who, Duration in) throws Exception {
        String id = created.get(who);
        if (id == null || isDead() || !host.runs(id)) {
            return;
        }
        Instant at = world.time.instant().plus(in);
        alarms.add(at.toEpochMilli());
        if (step(() -> host.engine().setAlarm(id, started.get(id), Optional.of(at)).thenApply(done -> true)).isPresent()) {
            alarms.clear();
            alarms.add(at.toEpochMilli());
        }
        awaitCalm();
    }

    /** Does something while the process lives; empty if it failed or never ended. Time passes as long as it takes. */
    private <T> Optional<T> step(Supplier<CompletionStage<T>> action) throws Exception {
        if (isDead()) {
            return Optional.empty();
        }
        CompletableFuture<T> done = action.get().toCompletableFuture();
        for (int i = 0; i < 500; i++) {
            try {
                CompletableFuture.anyOf(done, store.died()).get(20, TimeUnit.MILLISECONDS);
                return done.isDone() ? Optional.of(done.get()) : Optional.empty();
            } catch (ExecutionException e) {
                return Optional.empty();
            } catch (TimeoutException e) {
                world.time.pass(Duration.ofMillis(500));
            }
        }
        throw new AssertionError("no end of a step");
    }

    /** Nobody is being started or stopped, and every note is taken. */
    private void awaitCalm() throws Exception {
        for (int i = 0; i < 3 && !isDead(); i++) {
            step(() -> world.actors().find("nobody"));
        }
    }

    /** As the world does, but for a directory that is being opened again. */
    private void settle() {
        Await.until("the directory answers", () -> {
            try {
                world.settle();
                return true;
            } catch (RivetException e) {
                return false;
            }
        });
    }

    private void pass(Duration time) {
        for (Duration left = time; left.isPositive(); left = left.minusSeconds(10)) {
            world.time.pass(left.compareTo(Duration.ofSeconds(10)) < 0 ? left : Duration.ofSeconds(10));
            settle();
        }
    }

    /** Begins anew with what is on the disk, and ends again at a write of the engine as it comes up. */
    void restartInVain(int number) throws Exception {
        host = newHost();
        world.crash(host, files -> {
            store = new BreakingStorage(files, number, Fault.DIES_AFTER).fromTheOpening();
            return store;
        });
        for (int i = 0; i < 20 && !isDead(); i++) {
            Await.pause();
            world.time.pass(Duration.ofMillis(100));
        }
        store.disarm();
    }

    /** Begins anew with what is on the disk. */
    void restart() {
        assertThat(host.faults()).isEmpty();
        host = newHost();
        started.forEach((id, generation) -> assertThat(number("SELECT generation FROM actor WHERE id = '" + id + "'"))
            .as("a generation is durable before it starts").isGreaterThanOrEqualTo(generation));
        Map<String, Integer> before = Map.copyOf(started);
        world.crash(host);
        Set<String> resumed = Set.copyOf(created.values());
        resumed.forEach(id -> {
            if (!asked.contains(id) && !asleep.contains(id) && number("SELECT resumes FROM actor WHERE id = '" + id + "'") == 1) {
                Await.until("it goes on", () -> started.get(id) > before.getOrDefault(id, 0));
            }
        });
    }

    /** Whatever was acknowledged holds. */
    void check() throws Exception {
        awaitEnds();
        assertThat(number("SELECT COUNT(*) FROM (SELECT 1 FROM actor WHERE gone_ts IS NULL GROUP BY namespace, name, key HAVING COUNT(*) > 1)"))
            .as("a key has one actor").isZero();
        for (Map.Entry<String, String> each : created.entrySet()) {
            String id = each.getValue();
            Snapshot actor = world.snapshot(id);
            if (destroyed.contains(id) || !actor.row().living()) {
                assertThat(asked).as(each.getKey()).contains(id);
                assertThat(actor.status()).isEqualTo(Status.DESTROYED);
                assertThat(world.storage().stores(id)).as("what a destroyed actor stored").isFalse();
            } else {
                answers(each.getKey(), id);
            }
        }
        if (created.containsKey("one")) {
            String id = created.get("one");
            long durable = number("SELECT COALESCE(alarm_ts, 0) FROM actor WHERE id = '" + id + "'");
            assertThat(alarms).as("the alarm that was acknowledged, or one that came after it").contains(durable);
            assertThat(world.snapshot(id).row().alarmTs()).isEqualTo(durable);
        }
        assertThat(number("SELECT COUNT(*) FROM actor WHERE destroy_ts IS NOT NULL AND gone_ts IS NULL")).as("destructions are finished").isZero();
    }

    private void answers(String who, String id) throws Exception {
        int before = started.getOrDefault(id, 0);
        boolean runs = host.runs(id);
        assertThat(world.storage().stores(id) || before == 0).as(who + " has what it stored").isTrue();
        CompletableFuture<?> answer = world.actors().request(id, Calls.get("/")).toCompletableFuture();
        for (int i = 0; i < 500 && !answer.isDone(); i++) {
            Await.pause();
            world.time.pass(Duration.ofMillis(100));
        }
        Await.get(answer);
        assertThat(started.get(id)).as(who).matches(now -> runs ? now == before : now > before);
    }

    /** What was begun ends, if it takes time to try again. */
    private void awaitEnds() {
        for (int i = 0; i < 200 && number("SELECT COUNT(*) FROM actor WHERE destroy_ts IS NOT NULL AND gone_ts IS NULL") > 0; i++) {
            Await.pause();
            world.time.pass(Duration.ofMillis(500));
        }
        settle();
        world.time.pass(Duration.ofSeconds(3));
        settle();
    }

    private long number(String sql) {
        return world.storage().number(DIRECTORY, sql);
    }

    /** An actor has an alarm in five minutes, and setting another fails. */
    void alarmThatFails(Duration other) throws Exception {
        String id = world.running("a");
        created.put("one", id);
        Await.get(host.engine().setAlarm(id, 1, Optional.of(world.time.instant().plus(Duration.ofMinutes(5)))));
        Await.get(world.actors().sleep(id, false));
        settle();
        host.nextStop();
        Await.get(world.actors().request(id, Calls.get("/")));
        host.nextStart();
        store.arm();
        assertThat(step(() -> host.engine().setAlarm(id, 2, Optional.of(world.time.instant().plus(other))).thenApply(done -> true))).isEmpty();
        settle();
        Await.get(world.actors().sleep(id, false));
        host.nextStop();
        world.time.pass(Duration.ofSeconds(2));
        settle();
    }

    /** The actor is woken then, and was not before. */
    void ringsAfter(Duration time) throws Exception {
        pass(time.minusSeconds(3));
        settle();
        assertThat(host.unseenStarts()).isZero();
        pass(Duration.ofSeconds(4));
        assertThat(host.nextStart().start().actorId()).isEqualTo(created.get("one"));
    }

    @Override
    public void close() {
        assertThat(host.faults()).isEmpty();
        world.close();
    }
}
