package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rivet.runtime.actor.Scripted.item;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.ActorContext;
import rivet.actor.Connection;
import rivet.actor.TransactionOptions;
import rivet.error.RivetException;
import rivet.protocol.client.ToClient;
import rivet.runtime.actor.Scripted.Body;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;
import rivet.runtime.actor.Scripted.Gate;
import rivet.runtime.actor.Scripted.Listing;
import rivet.runtime.actor.Scripted.Names;

/** State transactions (spec/core.md 3.7), for both durabilities where it matters: t is {@code turn}, i is {@code interval}. */
class StateTransactionTest {

    private static final TransactionOptions WAITING = TransactionOptions.DEFAULT.allowingAwait();

    @TempDir
    Path data;

    private final Map<String, Body<Count>> bodies = new ConcurrentHashMap<>();
    private final Map<String, Body<Names>> listBodies = new ConcurrentHashMap<>();
    private FaultyStorage storage;
    private TestPlatform platform;

    @BeforeEach
    void start() throws Exception {
        platform = new TestPlatform(data, real -> storage = new FaultyStorage(real), Duration.ofMillis(400));
        platform.type("turn", () -> new Counting(bodies));
        platform.type("interval", () -> new Counting(bodies), "durability", "INTERVAL", "stateSaveInterval", 3_600_000);
        platform.type("listing", () -> new Listing(listBodies));
        platform.start("turn", "t");
        platform.start("interval", "i");
        platform.start("listing", "l");
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private Object act(String id, Body<Count> body) throws Exception {
        return TestPlatform.await(actLater(id, body));
    }

    private CompletableFuture<Object> actLater(String id, Body<Count> body) {
        String name = "body " + bodies.size();
        bodies.put(name, body);
        return platform.callLater(id, "act", name);
    }

    private CompletableFuture<Object> listLater(Body<Names> body) {
        String name = "body " + listBodies.size();
        listBodies.put(name, body);
        return platform.callLater("l", "act", name);
    }

    private static void failed(String code, CompletableFuture<?> call) {
        assertThatThrownBy(() -> TestPlatform.await(call)).isInstanceOfSatisfying(RivetException.class,
            e -> assertThat(e.group() + "." + e.code()).as(e.toString()).isEqualTo(code));
    }

    private static void fails(String code, Runnable statement) {
        assertThatThrownBy(statement::run).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.group() + "." + e.code()).as(e.toString()).isEqualTo(code));
    }

    private List<?> items(String id) throws Exception {
        return (List<?>) platform.call(id, "items");
    }

    private int count(String id) throws Exception {
        return (int) platform.call(id, "count");
    }

    /** What would be there after the process was killed now. */
    private Object storedCount(String id) {
        return ((Map<?, ?>) platform.stored(id)).get("count");
    }

    private static void change(ActorContext<Count> actor, String item, int count) {
        item(actor.sql(), item);
        actor.setState(new Count(count));
    }

    // ------------------------------------------------------------------ within a turn

    @ParameterizedTest
    @ValueSource(strings = {"t", "i"})
    void sqlAndStateAreKeptTogether(String id) throws Exception { // R-tx-12, R-tx-13
        act(id, actor -> {
            actor.transaction(() -> change(actor, "a", 5));
            return null;
        });
        assertThat(items(id)).isEqualTo(List.of("a"));
        assertThat(count(id)).isEqualTo(5);
        assertThat(storedCount(id)).as("also with durability interval").isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "i"})
    void sqlAndStateAreUndoneTogether(String id) throws Exception { // R-tx-14, R-tx-27
        act(id, actor -> {
            change(actor, "before", 1);
            assertThatThrownBy(() -> actor.transaction(() -> {
                change(actor, "a", 2);
                actor.broadcast("event", 2);
                throw new IllegalStateException("on purpose");
            })).hasMessage("on purpose");
            assertThat(actor.state().count()).isEqualTo(1);
            item(actor.sql(), "after");
            return null;
        });
        assertThat(items(id)).isEqualTo(List.of("before", "after"));
        assertThat(count(id)).isEqualTo(1);
    }

    @Test
    void whatWasSentInsideIsUndoneToo() throws Exception {
        TestPlatform.Client client = platform.connect("t");
        client.await(1);
        client.subscribe("event");
        act("t", actor -> {
            actor.broadcast("event", "before");
            assertThatThrownBy(() -> actor.transaction(() -> {
                actor.broadcast("event", "inside");
                throw new IllegalStateException("on purpose");
            })).hasMessage("on purpose");
            actor.transaction(() -> actor.broadcast("event", "kept"));
            return null;
        });
        client.call("count");
        TestPlatform.until(() -> client.messages.stream().anyMatch(ToClient.ActionResponse.class::isInstance));
        assertThat(client.messages.toString()).contains("before", "kept").doesNotContain("inside");
    }

    @Test
    void aStateThatIsChangedInPlaceIsUndone() throws Exception {
        TestPlatform.await(listLater(actor -> {
            actor.state().names.add("before");
            assertThatThrownBy(() -> actor.transaction(() -> {
                actor.state().names.add("inside");
                throw new IllegalStateException("on purpose");
            })).hasMessage("on purpose");
            assertThat(actor.state().names).containsExactly("before");
            actor.transaction(() -> actor.state().names.add("kept"));
            return null;
        }));
        assertThat(platform.call("l", "names")).isEqualTo(List.of("before", "kept"));
        platform.putToSleep("l");
        platform.start("listing", "l");
        assertThat(platform.call("l", "names")).isEqualTo(List.of("before", "kept"));
    }

    @Test
    void theyNest() throws Exception {
        act("t", actor -> {
            actor.transaction(() -> {
                change(actor, "a", 1);
                assertThatThrownBy(() -> actor.transaction(() -> {
                    change(actor, "b", 2);
                    actor.sql().transaction(() -> item(actor.sql(), "c"));
                    throw new IllegalStateException("inner");
                })).hasMessage("inner");
                assertThat(actor.state().count()).isEqualTo(1);
            });
            actor.sql().transaction(() -> fails("actor.invalid_operation", () -> actor.transaction(() -> 1)));
            return null;
        });
        assertThat(items("t")).isEqualTo(List.of("a"));
    }

    @Test
    void connectionStatesAreUndone() throws Exception { // R-tx-15
        TestPlatform.Client client = platform.connect("t");
        client.await(1);
        Body<Count> read = actor -> actor.connections().values().stream().filter(c -> !c.id().equals(actor.connection().map(Connection::id).orElse(""))).findFirst()
            .orElseThrow().state(List.class);
        act("t", actor -> {
            other(actor).setState(new ArrayList<>(List.of("before")));
            assertThatThrownBy(() -> actor.transaction(() -> {
                other(actor).state(List.class).clear();
                assertThat(other(actor).state(List.class).isEmpty()).isTrue();
                throw new IllegalStateException("on purpose");
            })).hasMessage("on purpose");
            return null;
        });
        assertThat(act("t", read)).isEqualTo(List.of("before"));
        act("t", actor -> {
            actor.transaction(() -> other(actor).setState(List.of("kept")));
            return null;
        });
        assertThat(act("t", read)).isEqualTo(List.of("kept"));
    }

    private static Connection other(ActorContext<?> actor) {
        return actor.connections().values().stream().filter(c -> !c.id().equals(actor.connection().map(Connection::id).orElse(""))).findFirst().orElseThrow();
    }

    @Test
    void theBudgetIsThatOfTheOriginal() throws Exception { // R-tx-11, R-tx-12, R-tx-26
        act("t", actor -> {
            actor.transaction(() -> {
                actor.setState(new Count(1));
                for (int i = 0; i < 127; i++) {
                    actor.sql().query("SELECT 1");
                }
                fails("sqlite.execution_failed", () -> actor.sql().query("SELECT nothing")); // is not counted
            });
            fails("sqlite.transaction_too_large", () -> actor.transaction(() -> {
                actor.setState(new Count(2));
                for (int i = 0; i < 128; i++) {
                    actor.sql().query("SELECT 1");
                }
            }));
            fails("sqlite.transaction_too_large", () -> actor.transaction(() -> {
                actor.setState(new Count(3));
                actor.sql().execute("SELECT length(?)", new byte[512 << 10]);
            }));
            return null;
        });
        assertThat(count("t")).isEqualTo(1);
    }

    // ------------------------------------------------------------------ over await points

    @ParameterizedTest
    @ValueSource(strings = {"t", "i"})
    void othersNeverSeeWhatIsNotCommitted(String id) throws Exception { // R-tx-23
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater(id, actor -> {
            actor.setState(new Count(1));
            return actor.transaction(WAITING, () -> {
                change(actor, "a", 10);
                gate.pass(actor);
                assertThat(actor.state().count()).isEqualTo(10);
                change(actor, "b", 11);
                return actor.state().count();
            });
        });
        TestPlatform.await(gate.reached());
        assertThat(count(id)).isEqualTo(1);
        gate.open().complete(null);
        assertThat(TestPlatform.await(call)).isEqualTo(11);
        assertThat(count(id)).isEqualTo(11);
        assertThat(storedCount(id)).isEqualTo(11);
        assertThat(items(id)).isEqualTo(List.of("a", "b"));
        platform.putToSleep(id);
        platform.start(id.equals("t") ? "turn" : "interval", id);
        assertThat(count(id)).isEqualTo(11);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "i"})
    void whoeverComesSecondFails(String id) throws Exception { // never last-writer-wins
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater(id, actor -> actor.transaction(WAITING, () -> {
            change(actor, "a", 10);
            gate.pass(actor);
            change(actor, "b", 11);
            return 0;
        }));
        TestPlatform.await(gate.reached());
        CompletableFuture<Object> other = platform.callLater(id, "add", 1);
        CompletableFuture<Object> third = actLater(id, actor -> {
            assertThat(actor.state().count()).isEqualTo(1);
            fails("sqlite.writer_busy", () -> actor.sql().query("SELECT 1"));
            return null;
        });
        gate.open().complete(null);
        failed("actor.transaction_conflict", call);
        assertThat(TestPlatform.await(other)).isEqualTo(1);
        TestPlatform.await(third);
        assertThat(count(id)).isEqualTo(1);
        assertThat(items(id)).isEmpty();
    }

    @Test
    void aChangeThatIsTakenBackIsAConflictStill() throws Exception {
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater("t", actor -> actor.transaction(WAITING, () -> {
            change(actor, "a", 10);
            gate.pass(actor);
            return 0;
        }));
        TestPlatform.await(gate.reached());
        CompletableFuture<Object> there = platform.callLater("t", "add", 1);
        CompletableFuture<Object> back = platform.callLater("t", "add", -1);
        gate.open().complete(null);
        TestPlatform.await(there);
        TestPlatform.await(back);
        try {
            TestPlatform.await(call);
            assertThat(count("t")).as("it came before the others").isEqualTo(10);
        } catch (RivetException e) {
            assertThat(e.code()).isEqualTo("transaction_conflict");
            assertThat(count("t")).isZero();
        }
    }

    @Test
    void valuesThatAreChangedInPlaceStayApart() throws Exception { // R-tx-23
        Gate gate = new Gate();
        Gate otherGate = new Gate();
        CompletableFuture<Object> other = listLater(actor -> {
            Names names = actor.state();
            otherGate.pass(actor);
            return List.copyOf(names.names);
        });
        TestPlatform.await(otherGate.reached());
        CompletableFuture<Object> call = listLater(actor -> actor.transaction(WAITING, () -> {
            actor.state().names.add("a");
            gate.pass(actor);
            actor.state().names.add("b");
            return 0;
        }));
        TestPlatform.await(gate.reached());
        assertThat(platform.call("l", "names")).isEqualTo(List.of());
        otherGate.open().complete(null);
        assertThat(TestPlatform.await(other)).isEqualTo(List.of());
        gate.open().complete(null);
        TestPlatform.await(call);
        assertThat(platform.call("l", "names")).isEqualTo(List.of("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "i"})
    void whatThrowsIsUndone(String id) throws Exception { // R-tx-16
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater(id, actor -> {
            assertThatThrownBy(() -> actor.transaction(WAITING, () -> {
                change(actor, "a", 10);
                actor.broadcast("event");
                gate.pass(actor);
                throw new IllegalStateException("on purpose");
            })).hasMessage("on purpose");
            return actor.state().count();
        });
        TestPlatform.await(gate.reached());
        CompletableFuture<Object> other = platform.callLater(id, "add", 3);
        gate.open().complete(null);
        TestPlatform.await(other);
        assertThat(TestPlatform.await(call)).isIn(0, 3);
        assertThat(count(id)).isEqualTo(3);
        assertThat(items(id)).isEmpty();
    }

    @Test
    void eventsLeaveWithTheCommit() throws Exception {
        TestPlatform.Client client = platform.connect("t");
        client.await(1);
        client.subscribe("event");
        platform.call("t", "count");
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater("t", actor -> actor.transaction(WAITING, () -> {
            actor.broadcast("event", "inside");
            gate.pass(actor);
            return 0;
        }));
        TestPlatform.await(gate.reached());
        platform.call("t", "count");
        assertThat(client.messages.toString()).doesNotContain("inside");
        gate.open().complete(null);
        TestPlatform.await(call);
        TestPlatform.until(() -> client.messages.toString().contains("inside"));
    }

    @Test
    void connectionStatesStayApart() throws Exception { // R-tx-15
        TestPlatform.Client client = platform.connect("t");
        client.await(1);
        act("t", actor -> {
            other(actor).setState("before");
            return null;
        });
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater("t", actor -> actor.transaction(WAITING, () -> {
            other(actor).setState("inside");
            gate.pass(actor);
            assertThat(client(actor).state(String.class)).isEqualTo("inside");
            return 0;
        }));
        TestPlatform.await(gate.reached());
        assertThat(act("t", actor -> client(actor).state(String.class))).isEqualTo("before");
        gate.open().complete(null);
        TestPlatform.await(call);
        assertThat(act("t", actor -> client(actor).state(String.class))).isEqualTo("inside");
    }

    /** The connection that has a transport: those of HTTP calls come and go. */
    private static Connection client(ActorContext<?> actor) {
        return actor.connections().values().stream().filter(c -> {
            try {
                return c.state(String.class) != null;
            } catch (RivetException e) {
                return false;
            }
        }).findFirst().orElseThrow();
    }

    @Test
    void aConnectionThatOthersChangedIsAConflict() throws Exception {
        TestPlatform.Client client = platform.connect("t");
        client.await(1);
        act("t", actor -> {
            other(actor).setState("before");
            return null;
        });
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater("t", actor -> actor.transaction(WAITING, () -> {
            client(actor).setState("inside");
            gate.pass(actor);
            return 0;
        }));
        TestPlatform.await(gate.reached());
        act("t", actor -> {
            client(actor).setState("other");
            return null;
        });
        gate.open().complete(null);
        failed("actor.transaction_conflict", call);
        assertThat(act("t", actor -> client(actor).state(String.class))).isEqualTo("other");
    }

    @Test
    void theirTimeIsBounded() throws Exception { // R-tx-3, R-sql-15, R-sql-16
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater("t", actor -> actor.transaction(WAITING.withTimeout(Duration.ofMillis(50)), () -> {
            change(actor, "a", 10);
            gate.pass(actor);
            actor.setState(new Count(11));
            fails("sqlite.transaction_expired", () -> item(actor.sql(), "b"));
            return 0;
        }));
        TestPlatform.await(gate.reached());
        TestPlatform.until(() -> {
            try {
                return items("t").isEmpty();
            } catch (RivetException busy) {
                return false;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        gate.open().complete(null);
        failed("sqlite.transaction_expired", call);
        assertThat(count("t")).as("what the late transaction set is nobody's").isZero();
        assertThat(items("t")).isEmpty();
    }

    @Test
    void whoIsInterruptedWhileWaitingForItsTurnGivesItUp() throws Exception { // R-tx-5
        platform.type("hurried", () -> new Counting(bodies), "actionTimeout", 150);
        platform.start("hurried", "h");
        Gate gate = new Gate();
        CompletableFuture<Object> holder = new CompletableFuture<>();
        actLater("h", actor -> {
            actor.fork(() -> holder.complete(actor.transaction(WAITING, () -> {
                gate.pass(actor);
                return 1;
            })));
            return null;
        });
        TestPlatform.await(gate.reached());
        failed("actor.action_timed_out", actLater("h", actor -> actor.transaction(WAITING, () -> 2)));
        gate.open().complete(null);
        assertThat(TestPlatform.await(holder)).isEqualTo(1);
        assertThat(act("h", actor -> actor.transaction(WAITING, () -> 3))).isEqualTo(3);
    }

    @Test
    void waitingForOneselfIsRefused() throws Exception { // R-sql-17, R-state-19
        act("t", actor -> actor.transaction(WAITING, () -> {
            fails("actor.invalid_operation", actor::saveStateNow);
            fails("actor.invalid_operation", () -> actor.transaction(WAITING, () -> 1));
            actor.transaction(() -> fails("actor.await_in_transaction", () -> actor.sleep(Duration.ofMillis(1))));
            return actor.sql().transaction(() -> 1);
        }));
    }

    @Test
    void theEndOfTheActorUndoesThem() throws Exception { // R-tx-20, R-tx-21
        platform.type("short", () -> new Counting(bodies), "sleepGracePeriod", 100);
        platform.start("short", "s");
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater("s", actor -> actor.transaction(WAITING, () -> {
            change(actor, "a", 10);
            gate.pass(actor);
            return 0;
        }));
        TestPlatform.await(gate.reached());
        platform.callLater("s", "add", 2);
        platform.putToSleep("s");
        assertThatThrownBy(() -> TestPlatform.await(call)).isInstanceOf(RivetException.class);
        platform.start("short", "s");
        assertThat(items("s")).isEmpty();
        assertThat(count("s")).isEqualTo(2);
    }

    @Test
    void aCommitThatTheStoreRefusesIsUndoneAndHarmsNobody() throws Exception { // R-tx-14
        CompletableFuture<Object> call = actLater("t", actor -> actor.transaction(WAITING, () -> {
            change(actor, "a", 10);
            storage.fault = FaultyStorage.Fault.REFUSE;
            return 0;
        }));
        failed("sqlite.execution_failed", call);
        storage.fault = FaultyStorage.Fault.NONE;
        assertThat(count("t")).isZero();
        assertThat(platform.call("t", "add", 1)).isEqualTo(1);
        assertThat(items("t")).isEmpty();
    }

    @Test
    void aCommitWhoseAnswerIsLostIsFoundOut() throws Exception { // R-sql-30
        CompletableFuture<Object> call = actLater("t", actor -> actor.transaction(WAITING, () -> {
            change(actor, "a", 10);
            storage.fault = FaultyStorage.Fault.LOSE_AFTER;
            return 0;
        }));
        assertThat(TestPlatform.await(call)).isEqualTo(0);
        storage.fault = FaultyStorage.Fault.NONE;
        assertThat(storedCount("t")).isEqualTo(10);
        assertThat(platform.call("t", "add", 1)).as("memory and disk agree").isEqualTo(11);
        assertThat(items("t")).isEqualTo(List.of("a"));
    }

    @Test
    void othersBecomeDurableBehindThem() throws Exception {
        Gate gate = new Gate();
        CompletableFuture<Object> call = actLater("t", actor -> actor.sql().transaction(WAITING, () -> {
            item(actor.sql(), "a");
            gate.pass(actor);
            return 0;
        }));
        TestPlatform.await(gate.reached());
        CompletableFuture<Object> other = platform.callLater("t", "add", 1);
        assertThat(other).isNotDone();
        gate.open().complete(null);
        TestPlatform.await(call);
        assertThat(TestPlatform.await(other)).isEqualTo(1);
    }
}
