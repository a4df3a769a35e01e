package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.actor.StopReason;
import rivet.actor.UserError;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.client.ToClient;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.StopCause;
import rivet.value.Undefined;

/** An actor from start to stop, on a real store. */
@Timeout(30)
class CellTest {

    /** What hooks did, across instances. */
    private static final List<String> TRACE = new CopyOnWriteArrayList<>();
    private static final Map<String, CountDownLatch> LATCHES = new ConcurrentHashMap<>();
    private static final Map<String, CompletableFuture<Object>> EVENTS = new ConcurrentHashMap<>();

    private static CountDownLatch latch(String name) {
        return LATCHES.computeIfAbsent(name, n -> new CountDownLatch(1));
    }

    private static CompletableFuture<Object> event(String name) {
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
    private TestPlatform platform;
    private FaultyStorage storage;

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

    private void counter(Object... options) throws Exception {
        platform.type("counter", Counter::new, options);
        platform.start("counter", "a1");
    }

    private static void assertCode(ThrowingCallable call, String group, String code) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.group() + "." + e.code()).isEqualTo(group + "." + code));
    }

    // ------------------------------------------------------------------ life

    @Test
    void hooksRunInOrder_R_start_1() throws Exception {
        counter();
        platform.call("a1", "increment", 5);
        platform.putToSleep("a1");
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(5);
        platform.stop("a1", StopCause.DESTROY);
        assertThat(TRACE).containsExactly("createState", "onCreate", "onWake 0", "onSleep SLEEP", "onWake 5", "onDestroy");
    }

    @Test
    void fieldsLastAsLongAsTheActorIsAwake() throws Exception {
        counter();
        platform.call("a1", "increment", 5);
        assertThat(platform.call("a1", "volatileCount")).isEqualTo(5);
        platform.putToSleep("a1");
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "volatileCount")).isEqualTo(0);
    }

    @Test
    void theInputIsTheOneOfTheCreation_R_start_7() throws Exception {
        platform.type("counter", Counter::new);
        platform.start("counter", "a1", Map.of("start", 3));
        assertThat(platform.call("a1", "input")).isEqualTo(Map.of("start", 3));
        platform.putToSleep("a1");
        platform.start("counter", "a1", Map.of("start", 4));
        assertThat(platform.call("a1", "input")).isEqualTo(Map.of("start", 3));
    }

    @Test
    void knowsWhoItIs() throws Exception {
        counter();
        assertThat(platform.call("a1", "identity")).isEqualTo(Map.of("actorId", "a1", "name", "counter", "key", List.of("key", "a1"), "region", "here", "namespace",
            "default"));
    }

    @Test
    void aFailingStartUndoesWhatItDidAndCanBeRepeated_R_start_5() throws Exception {
        class Failing extends Actor<Void> {
            @Override
            protected void onMigrate(Migrations migrations) {
                migrations.step(1, "CREATE TABLE probe (x)");
            }

            @Override
            protected void onCreate(Input input) {
                TRACE.add("onCreate");
            }

            @Override
            protected void onWake() {
                sql().execute("INSERT INTO probe VALUES (1)");
                if (TRACE.size() == 1) {
                    throw new IllegalStateException("first time");
                }
            }

            @Action
            public long count() {
                return sql().query(Long.class, "SELECT COUNT(*) FROM probe").getFirst();
            }
        }
        platform.type("failing", Failing::new);
        assertCode(() -> platform.start("failing", "f"), "rivetkit", "internal_error");
        platform.start("failing", "f");
        assertThat(TRACE).containsExactly("onCreate", "onCreate");
        assertThat(platform.call("f", "count")).isEqualTo(1);
    }

    @Test
    void aTypeWithoutCodeIsWaitedForAndThenRefused() throws Exception {
        CompletableFuture<Void> start = platform.startLater("counter", "a1", new byte[0]);
        platform.type("counter", Counter::new);
        TestPlatform.await(start);
        assertCode(() -> platform.start("unknown", "u"), "actor", "restarting");
    }

    @Test
    void askingForSleepAndDestruction_R_stop_1_R_stop_2() throws Exception {
        counter();
        platform.call("a1", "goSleep");
        TestPlatform.until(() -> TRACE.contains("onSleep SLEEP"));
        assertThat(platform.intents).containsExactly("sleep a1");
        TestPlatform.await(platform.stopLater("a1", StopCause.SLEEP_INTENT));
        platform.start("counter", "a1");
        platform.call("a1", "destroy");
        TestPlatform.until(() -> TRACE.contains("onDestroy"));
        assertThat(platform.intents).containsExactly("sleep a1", "stop a1");
    }

    @Test
    void anIdleActorAsksForSleep_R_sleep_1() throws Exception {
        counter("sleepTimeout", 60);
        TestPlatform.until(() -> platform.intents.contains("sleep a1"));
    }

    @Test
    void aConnectionKeepsAnActorAwake() throws Exception {
        counter("sleepTimeout", 60);
        TestPlatform.Client client = platform.connect("a1");
        client.await(1);
        Thread.sleep(200); // it must not happen: there is nothing to wait for
        assertThat(platform.intents).isEmpty();
        client.close(1000, "bye");
        TestPlatform.until(() -> platform.intents.contains("sleep a1"));
    }

    @Test
    void runningWorkIsGivenItsGraceAndThenTold() throws Exception {
        counter("sleepGracePeriod", 200);
        CompletableFuture<Object> waits = platform.callLater("a1", "waitFor", "never");
        TestPlatform.until(() -> TRACE.contains("begin never"));
        CompletableFuture<Void> stop = platform.stopLater("a1", StopCause.SLEEP_INTENT);
        TestPlatform.await(stop);
        assertThatThrownBy(() -> TestPlatform.await(waits)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.code()).isEqualTo("stopped");
            assertThat(e.metadata()).contains(Map.of("committed", "no"));
        });
    }

    @Test
    void whoeverIsToldOfAStopIsToldTheTruthAboutHisChanges() throws Exception {
        counter("sleepGracePeriod", 200);
        CompletableFuture<Object> waits = platform.callLater("a1", "incrementTwice", "never");
        TestPlatform.until(() -> platform.turns("a1") >= 2);
        platform.putToSleep("a1");
        assertThatThrownBy(() -> TestPlatform.await(waits)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.code()).isEqualTo("stopped");
            assertThat(e.metadata()).contains(Map.of("committed", "yes"));
        });
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(1);
    }

    @Test
    void connectionsOfAnActorThatCannotGoOnAreClosed() throws Exception {
        counter();
        TestPlatform.Client client = platform.connect("a1");
        client.await(1);
        storage.fault = Fault.REFUSE;
        storage.refuseToOpen = true;
        assertCode(() -> platform.call("a1", "increment", 1), "actor", "storage_failed");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 actor.stopped");
        TestPlatform.until(() -> platform.intents.stream().anyMatch(intent -> intent.startsWith("crash a1")));
    }

    @Test
    void aConnectionWhoseHookNeverEndsIsClosedWhenTheActorStops() throws Exception {
        platform.type("room", Room::new, "sleepGracePeriod", 100);
        platform.start("room", "r");
        TestPlatform.Client joined = platform.connect("r");
        joined.await(1);
        TestPlatform.Client stuck = platform.connect("r", "rivet_conn_params.%7B%22user%22%3A%22stuck%22%7D");
        TestPlatform.until(() -> TRACE.contains("stuck"));
        platform.putToSleep("r");
        assertThat(TestPlatform.await(stuck.closed)).isEqualTo("1011 actor.stopped");
        assertThat(TestPlatform.await(joined.closed)).isEqualTo("1011 actor.stopped");
        latch("hook").countDown();
        assertThat(stuck.messages).singleElement().isInstanceOf(ToClient.Error.class);
    }

    @Test
    void workThatEndsWithinTheGraceIsAnswered() throws Exception {
        counter();
        CompletableFuture<Object> waits = platform.callLater("a1", "waitFor", "soon");
        TestPlatform.until(() -> TRACE.contains("begin soon"));
        CompletableFuture<Void> stop = platform.stopLater("a1", StopCause.SLEEP_INTENT);
        TestPlatform.until(() -> TRACE.contains("onSleep SLEEP"));
        event("soon").complete("value");
        assertThat(TestPlatform.await(waits)).isEqualTo("value");
        TestPlatform.await(stop);
    }

    @Test
    void theAbortSignalIsGivenWhenItStops() throws Exception {
        counter();
        CompletableFuture<Object> waits = platform.callLater("a1", "untilAborted");
        platform.call("a1", "get");
        platform.putToSleep("a1");
        assertThat(TestPlatform.await(waits)).isEqualTo(true);
    }

    @Test
    void nothingIsLetInWhileItStops() throws Exception {
        counter();
        CompletableFuture<Object> waits = platform.callLater("a1", "waitFor", "soon");
        TestPlatform.until(() -> TRACE.contains("begin soon"));
        CompletableFuture<Void> stop = platform.stopLater("a1", StopCause.SLEEP_INTENT);
        assertThatThrownBy(() -> platform.call("a1", "get")).isInstanceOfSatisfying(NotAdmittedException.class,
            e -> assertThat(e.reason().is(ErrorCode.ACTOR_STOPPING)).isTrue());
        event("soon").complete("value");
        TestPlatform.await(waits);
        TestPlatform.await(stop);
    }

    @Test
    void twoGenerationsNeverRunAtOnce_R_reg_3() throws Exception {
        counter();
        CompletableFuture<Object> waits = platform.callLater("a1", "waitFor", "never");
        TestPlatform.until(() -> TRACE.contains("begin never"));
        platform.start("counter", "a1");
        assertThatThrownBy(() -> TestPlatform.await(waits)).isInstanceOf(RivetException.class);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(1);
    }

    // ------------------------------------------------------------------ actions

    @Test
    void argumentsAndResults() throws Exception {
        counter();
        assertThat(platform.call("a1", "math.add", 2, 3)).isEqualTo(5);
        assertThat(platform.call("a1", "nothing")).isEqualTo(Undefined.UNDEFINED);
        assertThat(platform.call("a1", "increment", 1, "surplus")).isEqualTo(1);
        assertThat(platform.call("a1", "increment")).isEqualTo(1);
    }

    @Test
    void errorsHaveTheirNames_R_act_14() throws Exception {
        counter();
        assertThatThrownBy(() -> platform.call("a1", "fail", "user")).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("user.my_code");
            assertThat(e).hasMessage("boom");
            assertThat(e.metadata()).contains(Map.of("at", Instant.EPOCH));
        });
        assertThatThrownBy(() -> platform.call("a1", "fail", "internal")).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("rivetkit.internal_error");
            assertThat(e).hasMessage(ErrorCode.MASKED_MESSAGE);
        });
        assertCode(() -> platform.call("a1", "fail", "error"), "rivetkit", "internal_error");
        assertCode(() -> platform.call("a1", "noSuch"), "actor", "action_not_found");
        assertCode(() -> platform.call("a1", "increment", "x"), "actor", "validation_error");
        assertThat(platform.call("a1", "get")).as("a failed action keeps what it changed and stops nothing (R-act-19)").isEqualTo(3);
    }

    @Test
    void aBodyThatBreaksOffIsTheFaultOfItsSender() throws Exception {
        counter();
        assertThat(TestPlatform.await(platform.callCutOff("a1", "increment")).status()).isEqualTo(400);
        assertThat(platform.call("a1", "get")).isEqualTo(0);
    }

    @Test
    void noErrorOfACallThatHasBegunHasItSentAgain() throws Exception { // design.md 1.4
        counter();
        for (String code : List.of("stopping", "restarting", "destroyed_while_waiting_for_ready", "dropped_reply")) {
            assertCode(() -> platform.call("a1", "raise", "actor", code), "actor", "stopped");
        }
        for (String code : List.of("actor.not_found", "guard.service_unavailable", "guard.actor_ready_timeout")) {
            String[] name = code.split("\\.");
            assertCode(() -> platform.call("a1", "raise", name[0], name[1]), "rivetkit", "internal_error");
        }
        assertCode(() -> platform.call("a1", "raise", "actor", "overloaded"), "actor", "overloaded");
        assertCode(() -> platform.call("a1", "destroyTwice"), "actor", "stopped");
    }

    @Test
    void actionsInterleaveAtAwaitPointsOnly_R_act_2() throws Exception {
        counter();
        CompletableFuture<Object> slow = platform.callLater("a1", "waitFor", "slow");
        TestPlatform.until(() -> TRACE.contains("begin slow"));
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(1);
        CompletableFuture<Object> blocked = platform.callLater("a1", "block", "gate");
        TestPlatform.until(() -> TRACE.contains("blocked gate"));
        event("slow").complete(7);
        CompletableFuture<Object> behind = platform.callLater("a1", "get");
        assertThat(slow).isNotDone();
        latch("gate").countDown();
        assertThat(TestPlatform.await(slow)).isEqualTo(7);
        assertThat(TestPlatform.await(behind)).isEqualTo(1);
        TestPlatform.await(blocked);
    }

    @Test
    void serialActionsRunOneAfterTheOther() throws Exception {
        counter("concurrency", "serial");
        CompletableFuture<Object> first = platform.callLater("a1", "waitFor", "first");
        CompletableFuture<Object> second = platform.callLater("a1", "increment", 1);
        TestPlatform.until(() -> TRACE.contains("begin first"));
        assertThat(second).isNotDone();
        event("first").complete("x");
        assertThat(TestPlatform.await(first)).isEqualTo("x");
        assertThat(TestPlatform.await(second)).isEqualTo(1);
    }

    @Test
    void aSlowActionTimesOut_R_act_5() throws Exception {
        counter("actionTimeout", 60);
        assertCode(() -> platform.call("a1", "waitFor", "never"), "actor", "action_timed_out");
        assertCode(() -> platform.call("a1", "block", "never"), "actor", "action_timed_out");
        assertThat(platform.call("a1", "pause", 5)).isEqualTo(5);
    }

    @Test
    void anActionThatIgnoresItsInterruptionIsLeftBehind() throws Exception {
        counter("actionTimeout", 500);
        platform.call("a1", "increment", 3);
        assertCode(() -> platform.call("a1", "spin"), "actor", "action_timed_out");
        CompletableFuture<Object> held = platform.callLater("a1", "get");
        TestPlatform.until(() -> platform.host().stuckTurns().stream().anyMatch(t -> t.abandoned()));
        TestPlatform.until(() -> platform.spinning.get() == 1);
        assertThatThrownBy(() -> TestPlatform.await(held)).as("its own time was over").isInstanceOf(RivetException.class);
        assertThat(platform.call("a1", "get")).isEqualTo(3);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(4);
        latch("spin").countDown();
        TestPlatform.until(() -> TRACE.contains("old code: aborted"));
        assertThat(platform.call("a1", "get")).isEqualTo(4);
        TestPlatform.until(() -> platform.host().stuckTurns().isEmpty());
        TestPlatform.until(() -> platform.spinning.get() == 0);
    }

    @Test
    void theContextBelongsToTheTurn() throws Exception {
        counter();
        assertThat(platform.call("a1", "elsewhere")).isEqualTo("wrong_thread");
        assertThat(platform.call("a1", "forked")).isEqualTo(10);
        assertThat(platform.call("a1", "get")).isEqualTo(10);
    }

    @Test
    void anActorWithoutStateOrDatabase() throws Exception {
        platform.type("stateless", Stateless::new, "database", false);
        platform.start("stateless", "s");
        assertThat(platform.call("s", "echo", List.of(1, "two"))).isEqualTo(List.of(1, "two"));
        assertThatThrownBy(() -> platform.call("s", "touch")).hasMessageContaining("state");
        assertThatThrownBy(() -> platform.call("s", "touchDatabase")).hasMessageContaining("database");
    }

    // ------------------------------------------------------------------ durability

    @Test
    void aReplyWaitsForItsCommit() throws Exception {
        counter();
        platform.call("a1", "get");
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> first = platform.callLater("a1", "increment", 1);
        CompletableFuture<Object> second = platform.callLater("a1", "increment", 1);
        CompletableFuture<Object> reading = platform.callLater("a1", "get");
        TestPlatform.until(() -> platform.turns("a1") >= 5);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        assertThat(reading).as("it has read what is not durable").isNotDone();
        gate.complete(null);
        assertThat(TestPlatform.await(first)).isEqualTo(1);
        assertThat(TestPlatform.await(second)).isEqualTo(2);
        assertThat(TestPlatform.await(reading)).isEqualTo(2);
    }

    @Test
    void stateChangedInPlaceIsFound() throws Exception {
        platform.type("log", Log::new);
        platform.start("log", "l");
        platform.call("l", "add", "one");
        CompletableFuture<Object> later = platform.callLater("l", "addAfter", "three", "go");
        platform.call("l", "add", "two");
        event("go").complete("");
        TestPlatform.await(later);
        platform.putToSleep("l");
        platform.start("log", "l");
        assertThat(platform.call("l", "lines")).isEqualTo(List.of("one", "two", "three"));
    }

    @Test
    void readingCommitsNothing() throws Exception {
        counter();
        platform.call("a1", "get");
        int before = storage.commits.get();
        platform.call("a1", "get");
        platform.call("a1", "rows");
        assertThat(storage.commits.get()).isEqualTo(before);
    }

    @Test
    void rowsAndStateCommitTogether() throws Exception {
        counter();
        assertThat(platform.call("a1", "insert", "x")).isEqualTo(1);
        assertCode(() -> platform.call("a1", "insertThenFail", "y"), "user", "user_error");
        assertThat(platform.call("a1", "rows")).isEqualTo(2);
        assertThat(platform.call("a1", "get")).isEqualTo(1);
        storage.fault = Fault.REFUSE;
        assertCode(() -> platform.call("a1", "insertThenFail", "z"), "actor", "storage_failed");
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "rows")).isEqualTo(2);
        assertThat(platform.call("a1", "get")).isEqualTo(1);
        assertThat(platform.call("a1", "entries").toString()).startsWith("[{value=x, at=1970-01-01T00:00:00.007Z}");
    }

    @Test
    void aFailedCommitIsNeverASuccessAndTheActorGoesOnFromWhatIsDurable() throws Exception {
        counter();
        platform.call("a1", "increment", 5);
        storage.fault = Fault.REFUSE;
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> first = platform.callLater("a1", "increment", 1);
        CompletableFuture<Object> builtOnIt = platform.callLater("a1", "increment", 1);
        TestPlatform.until(() -> platform.turns("a1") >= 4);
        storage.fault = Fault.REFUSE;
        gate.complete(null);
        for (CompletableFuture<Object> failed : List.of(first, builtOnIt)) {
            assertThatThrownBy(() -> TestPlatform.await(failed)).isInstanceOfSatisfying(RivetException.class, e -> {
                assertThat(e.code()).isEqualTo("storage_failed");
                assertThat(e.metadata()).contains(Map.of("committed", "no"));
            });
        }
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "get")).isEqualTo(5);
        assertThat(platform.call("a1", "volatileCount")).as("vars are gone").isEqualTo(0);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(6);
        assertThat(platform.intents).as("the engine did not notice").isEmpty();
    }

    @Test
    void aFailedCommitDoesNotHideThatAPartWasKept() throws Exception {
        counter();
        CompletableFuture<Object> halves = platform.callLater("a1", "incrementTwice", "go");
        TestPlatform.until(() -> platform.stored("a1") instanceof Map<?, ?> state && state.get("count").equals(1));
        assertThat(platform.call("a1", "get")).isEqualTo(1);
        storage.fault = Fault.REFUSE;
        event("go").complete("");
        assertThatThrownBy(() -> TestPlatform.await(halves)).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.code()).isEqualTo("storage_failed");
            assertThat(e.metadata()).contains(Map.of("committed", "unknown"));
        });
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "get")).isEqualTo(1);
    }

    @Test
    void aLostAnswerIsFoundOut() throws Exception {
        counter();
        platform.call("a1", "get");
        storage.fault = Fault.LOSE_AFTER;
        assertThat(platform.call("a1", "increment", 1)).as("it was committed").isEqualTo(1);
        storage.fault = Fault.LOSE_BEFORE;
        assertCode(() -> platform.call("a1", "increment", 1), "actor", "storage_failed");
        storage.fault = Fault.NONE;
        assertThat(platform.call("a1", "get")).isEqualTo(1);
    }

    @Test
    void aFullDiskStillServesReads() throws Exception {
        counter();
        platform.call("a1", "increment", 5);
        platform.putToSleep("a1");
        storage.fault = Fault.REFUSE;
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(5);
        assertCode(() -> platform.call("a1", "increment", 1), "actor", "storage_failed");
        assertThat(platform.call("a1", "get")).isEqualTo(5);
    }

    @Test
    void savingNowIsAnAwaitPoint() throws Exception {
        counter();
        platform.call("a1", "get");
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> saving = platform.callLater("a1", "saveNow");
        CompletableFuture<Object> other = platform.callLater("a1", "get");
        TestPlatform.until(() -> platform.turns("a1") >= 4);
        assertThat(TRACE).doesNotContain("saved");
        gate.complete(null);
        TestPlatform.await(saving);
        TestPlatform.await(other);
        assertThat(TRACE).contains("saved");
    }

    @Test
    void withIntervalDurabilityAnswersDoNotWait() throws Exception {
        counter("durability", "interval", "stateSaveInterval", 50);
        platform.call("a1", "get"); // answered when its creation is durable
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(1);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(2);
        gate.complete(null);
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(3);
        TestPlatform.until(() -> platform.stored("a1") instanceof Map<?, ?> state && state.get("count").equals(3));
        CompletableFuture<Object> saved = platform.callLater("a1", "saveNow");
        TestPlatform.await(saved);
        platform.call("a1", "increment", 1);
        platform.putToSleep("a1");
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(5);
    }

    @Test
    void whatBelongsToThePlatformIsOutOfReach() throws Exception {
        counter();
        for (String statement : List.of("BEGIN", " ; commit", "/* x */ ROLLBACK", "ATTACH 'x' AS y", "VACUUM INTO 'x'", "PRAGMA journal_mode=DELETE",
            "UPDATE _rivet_j_turn SET turn = 1", "DROP TABLE \"_RIVET_actor\"", "-- c\nSAVEPOINT s")) {
            assertCode(() -> platform.call("a1", "refusedSql", statement), "sqlite", "execution_failed");
        }
        assertCode(() -> platform.call("a1", "refusedSql", "INSERT INTO nowhere VALUES (1)"), "sqlite", "execution_failed");
        assertThat(platform.call("a1", "increment", 1)).isEqualTo(1);
    }

    // ------------------------------------------------------------------ connections

    public static final class Room extends Actor<Void> {

        public record Params(String user, boolean reject) {}

        public record Member(String user, int hits) {}

        @Override
        protected void onBeforeConnect(Connection connection) {
            Params params = connection.paramsOr(Params.class, new Params("", false));
            if (params.reject()) {
                throw new UserError("no", "rejected");
            }
            if (params.user().equals("stuck")) {
                TRACE.add("stuck");
                while (latch("hook").getCount() > 0) {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        protected Object createConnState(Connection connection) {
            return new Member(connection.paramsOr(Params.class, new Params("anon", false)).user(), 0);
        }

        @Override
        protected void onConnect(Connection connection) {
            TRACE.add("connect " + connection.state(Member.class).user() + " of " + connections().size());
            connection.send("welcome", connection.id());
        }

        @Override
        protected void onDisconnect(Connection connection) {
            TRACE.add("disconnect " + connection.state(Member.class).user() + " of " + connections().size());
        }

        @Action
        public int hit() {
            caller().updateState(Member.class, m -> new Member(m.user(), m.hits() + 1));
            return caller().state(Member.class).hits();
        }

        @Action
        public void say(String text) {
            broadcast("said", text);
        }

        @Action
        public void kick() {
            caller().disconnect("go away");
        }
    }

    private void room() throws Exception {
        platform.type("room", Room::new);
        platform.start("room", "r");
    }

    @Test
    void connectionHooksInOrder_R_conn_1() throws Exception {
        room();
        TestPlatform.Client client = platform.connect("r", "rivet_conn_params.%7B%22user%22%3A%22ann%22%7D");
        client.await(2);
        assertThat(client.messages.get(0)).isInstanceOf(ToClient.Init.class);
        assertThat(client.messages.get(1)).isInstanceOfSatisfying(ToClient.Event.class, e -> assertThat(e.name()).isEqualTo("welcome"));
        client.call("hit");
        client.call("hit");
        client.await(4);
        assertThat(client.messages.get(3)).isEqualTo(new ToClient.ActionResponse(1, 2));
        client.close(1000, "bye");
        TestPlatform.until(() -> TRACE.contains("disconnect ann of 0"));
        assertThat(TRACE).containsExactly("connect ann of 1", "disconnect ann of 0");
    }

    @Test
    void aRefusedConnectionIsNeverSeen_R_conn_3() throws Exception {
        room();
        TestPlatform.Client client = platform.connect("r", "rivet_conn_params.%7B%22reject%22%3Atrue%7D");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 user.rejected");
        assertThat(client.messages).singleElement().isInstanceOfSatisfying(ToClient.Error.class, e -> {
            assertThat(e.code()).isEqualTo("rejected");
            assertThat(e.actionId()).isEmpty();
        });
        assertThat(TRACE).isEmpty();
    }

    @Test
    void anHttpCallIsAConnectionOfItsOwn_R_conn_16() throws Exception {
        room();
        assertThat(platform.call("r", "hit")).isEqualTo(1);
        assertThat(platform.call("r", "hit")).isEqualTo(1);
        TestPlatform.until(() -> TRACE.size() == 4);
        assertThat(TRACE).containsExactly("connect anon of 1", "disconnect anon of 0", "connect anon of 1", "disconnect anon of 0");
    }

    @Test
    void eventsReachSubscribersOnly_R_evt_1() throws Exception {
        room();
        TestPlatform.Client one = platform.connect("r");
        TestPlatform.Client two = platform.connect("r");
        one.await(2);
        two.await(2);
        one.subscribe("said");
        platform.call("r", "say", "hello");
        one.call("say", "again");
        one.await(5);
        assertThat(one.messages.subList(2, 5)).containsExactly(new ToClient.Event("said", List.of("hello")), new ToClient.Event("said", List.of("again")),
            new ToClient.ActionResponse(0, Undefined.UNDEFINED));
        two.call("hit");
        two.await(3);
        assertThat(two.messages.get(2)).isEqualTo(new ToClient.ActionResponse(0, 1));
    }

    @Test
    void theActorMayCloseAConnection_R_conn_10() throws Exception {
        room();
        TestPlatform.Client client = platform.connect("r");
        client.await(2);
        client.call("kick");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1000 go away");
        TestPlatform.until(() -> TRACE.contains("disconnect anon of 0"));
    }

    @Test
    void connectionsOutliveARestartInPlace() throws Exception {
        counter();
        TestPlatform.Client client = platform.connect("a1");
        client.await(1);
        client.subscribe("newCount");
        platform.call("a1", "increment", 5);
        client.await(2);
        storage.fault = Fault.REFUSE;
        client.call("increment", 1);
        client.await(3);
        assertThat(client.messages.get(2)).isInstanceOfSatisfying(ToClient.Error.class, e -> assertThat(e.code()).isEqualTo("storage_failed"));
        storage.fault = Fault.NONE;
        client.call("increment", 1);
        client.await(5);
        assertThat(client.messages.subList(3, 5)).containsExactly(new ToClient.Event("newCount", List.of(6)), new ToClient.ActionResponse(1, 6));
        assertThat(client.closed).isNotDone();
    }

    @Test
    void undecodableAndOversizedMessagesCloseTheConnection_R_conn_40() throws Exception {
        counter("maxIncomingMessageSize", 100);
        TestPlatform.Client broken = platform.connect("a1");
        broken.await(1);
        broken.listener.binary(ByteBuffer.wrap(new byte[] { 9, 9, 9 }));
        assertThat(TestPlatform.await(broken.closed)).isEqualTo("1011 actor.invalid_request");
        TestPlatform.Client large = platform.connect("a1");
        large.await(1);
        large.call("x".repeat(100));
        assertThat(TestPlatform.await(large.closed)).isEqualTo("1011 message.incoming_too_long");
        assertThat(platform.call("a1", "get")).isEqualTo(0);
    }

    @Test
    void aResultThatIsTooLongIsAnErrorOfThatCall_R_conn_41() throws Exception {
        platform.type("stateless", Stateless::new, "maxOutgoingMessageSize", 100);
        platform.start("stateless", "s");
        TestPlatform.Client client = platform.connect("s");
        client.await(1);
        client.call("echo", "x".repeat(200));
        client.call("echo", "short");
        client.await(3);
        assertThat(client.messages.get(1)).isInstanceOfSatisfying(ToClient.Error.class, e -> assertThat(e.code()).isEqualTo("outgoing_too_long"));
        assertThat(client.messages.get(2)).isEqualTo(new ToClient.ActionResponse(1, "short"));
        assertCode(() -> platform.call("s", "echo", "x".repeat(200)), "message", "outgoing_too_long");
    }

    // ------------------------------------------------------------------ code comes and goes

    @Test
    void theBestFactoryMakesNewInstances() throws Exception {
        platform.type("v", "1.0.0", () -> new Versioned("one"));
        platform.start("v", "a");
        FactoryGeneration two = platform.type("v", "2.0.0", () -> new Versioned("two"));
        platform.start("v", "b");
        assertThat(platform.call("a", "version")).isEqualTo("one");
        assertThat(platform.call("b", "version")).isEqualTo("two");
        platform.host().factoryRemoved(two);
        TestPlatform.until(() -> platform.intents.contains("sleep b"));
        assertThat(platform.call("a", "version")).isEqualTo("one");
        platform.start("v", "b");
        assertThat(platform.call("b", "version")).isEqualTo("one");
    }

    public static final class Versioned extends Actor<Void> {

        private final String version;

        Versioned(String version) {
            this.version = version;
        }

        @Action
        public String version() {
            return version;
        }
    }

    @Test
    void aFactoryThatGoesTakesItsInstancesWithItInBoundedTime() throws Exception {
        FactoryGeneration factory = platform.type("counter", Counter::new, "sleepGracePeriod", 60_000);
        platform.start("counter", "a1");
        platform.call("a1", "increment", 2);
        CompletableFuture<Object> spinning = platform.callLater("a1", "spin");
        TestPlatform.until(() -> TRACE.contains("spinning"));
        long before = System.nanoTime();
        platform.host().factoryRemoved(factory);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(4));
        assertThatThrownBy(() -> TestPlatform.await(spinning)).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.code()).isEqualTo("stopped"));
        platform.type("counter", Counter::new);
        platform.start("counter", "a1");
        assertThat(platform.call("a1", "get")).isEqualTo(2);
    }
}
