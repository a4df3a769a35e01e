package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.StopReason;
import rivet.actor.UserError;
import rivet.error.RivetException;

/** What tests of actors have in common: a platform on a store whose faults the test commands, some actors, and a record of what their code did. */
@Timeout(30)
abstract class ActorTest {

    /** What hooks did, across instances. */
    static final List<String> TRACE = new CopyOnWriteArrayList<>();
    private static final Map<String, CountDownLatch> LATCHES = new ConcurrentHashMap<>();
    static final Map<String, CompletableFuture<Object>> EVENTS = new ConcurrentHashMap<>();

    static CountDownLatch latch(String name) {
        return LATCHES.computeIfAbsent(name, n -> new CountDownLatch(1));
    }

    static CompletableFuture<Object> event(String name) {
        return EVENTS.computeIfAbsent(name, n -> new CompletableFuture<>());
    }

    public static final class Counter extends Actor<Counter.State> {

        @ImmutableState
        public record State(long count, Object input) {}

        private int volatileCount;

        @Override
        protected void onMigrate(Migrations migrations) {
            migrations.step(1, "CREATE TABLE entry (value TEXT NOT NULL, at INTEGER NOT NULL)");
        }

        @Override
        protected State createState(Input input) {
            TRACE.add("createState");
            return new State(0, input.isPresent() ? input.as(Object.class) : null);
        }

        @Override
        protected void onCreate(Input input) {
            TRACE.add("onCreate");
        }

        @Override
        protected void onWake() {
            TRACE.add("onWake " + state().count());
        }

        @Override
        protected void onSleep(StopReason reason) {
            TRACE.add("onSleep " + reason);
        }

        @Override
        protected void onDestroy() {
            TRACE.add("onDestroy");
        }

        @Action
        public long increment(long by) {
            updateState(s -> new State(s.count() + by, s.input()));
            volatileCount += (int) by;
            broadcast("newCount", state().count());
            return state().count();
        }

        @Action
        public long get() {
            return state().count();
        }

        @Action
        public int volatileCount() {
            return volatileCount;
        }

        @Action
        public Object input() {
            return state().input();
        }

        @Action
        public Map<String, Object> identity() {
            return Map.of("actorId", actorId(), "name", name(), "key", key(), "region", region(), "namespace", namespace());
        }

        @Action
        public void nothing() {}

        @Action("math.add")
        public long add(long a, long b) {
            return a + b;
        }

        @Action
        public void fail(String kind) {
            updateState(s -> new State(s.count() + 1, s.input()));
            switch (kind) {
                case "user" -> throw new UserError("boom", "my_code", Map.of("at", Instant.EPOCH));
                case "internal" -> throw new IllegalStateException("secret");
                default -> throw new AssertionError("an Error");
            }
        }

        @Action
        public long insertThenFail(String value) {
            sql().execute("INSERT INTO entry VALUES (?, ?)", value, clock().instant());
            updateState(s -> new State(s.count() + 1, s.input()));
            throw new UserError("after");
        }

        public record Entry(String value, Instant at) {}

        @Action
        public long insert(String value) {
            return sql().execute("INSERT INTO entry VALUES (?, ?)", value, Instant.ofEpochMilli(7)).rows();
        }

        @Action
        public List<Entry> entries() {
            return sql().query(Entry.class, "SELECT value, at FROM entry ORDER BY rowid");
        }

        @Action
        public long rows() {
            return sql().query(Long.class, "SELECT COUNT(*) FROM entry").getFirst();
        }

        @Action
        public void refusedSql(String statement) {
            sql().execute(statement);
        }

        @Action
        public Object waitFor(String name) {
            TRACE.add("begin " + name);
            Object value = await(event(name));
            TRACE.add("end " + name);
            return value;
        }

        @Action
        public void block(String name) throws InterruptedException {
            TRACE.add("blocked " + name);
            latch(name).await();
        }

        @Action
        public void forkAndBlock(String name) {
            fork(() -> {
                block(name);
                return null;
            });
        }

        @Action
        public void forkAndSpin() {
            fork(() -> TRACE.add("forked"));
            spin();
        }

        @Action
        public void spin() {
            TRACE.add("spinning");
            while (latch("spin").getCount() > 0) {
                Thread.onSpinWait();
            }
            try {
                state();
            } catch (RivetException e) {
                TRACE.add("old code: " + e.code());
            }
        }

        @Action
        public long pause(long millis) {
            sleep(Duration.ofMillis(millis));
            return millis;
        }

        @Action
        public String elsewhere() {
            CompletableFuture<String> result = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    state();
                    result.complete("allowed");
                } catch (RivetException e) {
                    result.complete(e.code());
                }
            });
            return await(result);
        }

        @Action
        public Object forked() {
            return await(fork(() -> {
                updateState(s -> new State(s.count() + 10, s.input()));
                return state().count();
            }));
        }

        @Action
        public void saveNow() {
            updateState(s -> new State(s.count() + 1, s.input()));
            saveStateNow();
            TRACE.add("saved");
        }

        @Action
        public void goSleep() {
            requestSleep();
        }

        @Action
        public void destroy() {
            requestDestroy();
        }

        @Action
        public void destroyTwice() {
            requestDestroy();
            requestDestroy();
        }

        @Action
        public void raise(String group, String code) {
            throw new RivetException(group, code, "raised");
        }

        @Action
        public void incrementTwice(String between) {
            increment(1);
            await(event(between));
            increment(1);
        }

        @Action
        public boolean untilAborted() {
            abortSignal().onAbort(() -> event("aborted").complete(true));
            await(event("aborted"));
            return abortSignal().aborted();
        }
    }

    /** State that is changed in place. */
    public static final class Log extends Actor<Log.State> {

        public static final class State {
            public List<String> lines = new ArrayList<>();
        }

        @Override
        protected State createState(Input input) {
            return new State();
        }

        @Action
        public void add(String line) {
            state().lines.add(line);
        }

        @Action
        public void addAfter(String line, String name) {
            State state = state();
            await(event(name));
            state.lines.add(line);
        }

        @Action
        public List<String> lines() {
            return state().lines;
        }
    }

    public static final class Stateless extends Actor<Void> {

        @Action
        public Object echo(Object value) {
            return value;
        }

        @Action
        public void touch() {
            state();
        }

        @Action
        public void touchDatabase() {
            sql();
        }
    }

    @TempDir
    Path data;
    TestPlatform platform;
    FaultyStorage storage;

    @BeforeEach
    void open() {
        TRACE.clear();
        LATCHES.clear();
        EVENTS.clear();
        platform = new TestPlatform(data, real -> storage = new FaultyStorage(real), Duration.ofMillis(300));
    }

    @AfterEach
    void close() {
        LATCHES.values().forEach(CountDownLatch::countDown);
        EVENTS.values().forEach(e -> e.complete("closed"));
        storage.gate.complete(null);
        platform.close();
    }

    void counter(Object... options) throws Exception {
        platform.type("counter", Counter::new, options);
        platform.start("counter", "a1");
    }

    static void assertCode(ThrowingCallable call, String group, String code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.group() + "." + e.code()).isEqualTo(group + "." + code));
    }
}
