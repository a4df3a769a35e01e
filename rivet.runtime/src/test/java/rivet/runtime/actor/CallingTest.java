package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorContext;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.actor.UserError;
import rivet.client.ActorHandle;
import rivet.client.CreateOptions;
import rivet.client.Fetch;
import rivet.client.Fetched;
import rivet.client.TypeRef;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.runtime.actor.Scripted.Body;
import rivet.runtime.actor.Scripted.Count;
import rivet.runtime.actor.Scripted.Counting;
import rivet.spi.engine.StopCause;

/** Actors that call others. */
class CallingTest extends ActorTest {

    private static final TypeRef<List<CallingTest.Line>> LINES = new TypeRef<>() {};

    /** What the caller's side makes of what the other side calls an item. */
    public record Line(String text, int times) {}

    /** Is called. */
    public static final class Callee extends Actor<Callee.State> {

        @ImmutableState
        public record State(int hits, Object input) {}

        public record Item(String text, int times) {}

        @Override
        protected State createState(Input input) {
            return new State(0, input.isPresent() ? input.as(Object.class) : "none");
        }

        @Override
        protected void onBeforeConnect(Connection connection) {
            if (connection.paramsOr(Map.class, Map.of()).containsKey("reject")) {
                throw new UserError("go away", "rejected");
            }
        }

        @Override
        protected boolean canPublish(String queue, Connection connection) {
            return !connection.paramsOr(Map.class, Map.of()).containsKey("quiet");
        }

        @Action
        public int hit() {
            updateState(s -> new State(s.hits() + 1, s.input()));
            return state().hits();
        }

        @Action
        public Object input() {
            return state().input();
        }

        @Action
        public List<Item> twice(List<Item> items) {
            return items.stream().map(item -> new Item(item.text(), item.times() * 2)).toList();
        }

        @Action
        public String kind(Object value) {
            return value.getClass().getName();
        }

        @Action
        public void fail(String how) {
            if (how.equals("user")) {
                throw new UserError("told so", "told", Map.of("n", 7));
            }
            throw new IllegalStateException("secret");
        }

        @Action
        public void hang(String until) {
            TRACE.add("hangs");
            await(event(until));
            TRACE.add("hung");
        }

        @Action
        public Object back(String type, String id, String action) {
            return client().get(type, "key", id).call(action);
        }

        @Action
        public String complete() {
            QueueMessage message = queue().next(Receive.from("jobs").withCompletion()).orElseThrow();
            String body = message.body(String.class);
            message.complete("did " + body);
            return body;
        }

        @Override
        protected Response onRequest(Request request) {
            return Response.text(request.target() + " " + await(request.text())).withStatus(201).withHeader("x-method", request.method());
        }
    }

    private final Map<String, Body<Count>> bodies = new ConcurrentHashMap<>();

    @BeforeEach
    void types() throws Exception {
        platform.type("callee", Callee::new, "queues", "jobs");
        platform.type("impatient", Callee::new, "actionTimeout", 300L);
        platform.type("caller", () -> new Counting(bodies));
        platform.start("caller", "c");
    }

    private Object act(Body<Count> body) throws Exception {
        return TestPlatform.await(actLater(body));
    }

    private CompletableFuture<Object> actLater(Body<Count> body) {
        String name = "body " + bodies.size();
        bodies.put(name, body);
        return platform.callLater("c", "act", name);
    }

    private static ActorHandle callee(ActorContext<?> actor) {
        return actor.client().getOrCreate("callee", "key", "b");
    }

    @Test
    void valuesCrossAndObjectsDoNot() throws Exception {
        assertThat(act(actor -> callee(actor).call(LINES, "twice", List.of(new Line("a", 2))).getFirst())).isEqualTo(Map.of("text", "a", "times", 4));
        assertThat(act(actor -> callee(actor).call(String.class, "kind", new Line("a", 2)))).as("not the caller's class").isNotEqualTo(Line.class.getName());
        assertThat(act(actor -> callee(actor).call(int.class, "hit"))).isEqualTo(1);
        assertThat(act(actor -> callee(actor).call("hit"))).isEqualTo(2);
        assertThat(act(actor -> {
            callee(actor).call(Void.class, "hit");
            return actor.await(callee(actor).callLater(Integer.class, "hit"));
        })).isEqualTo(4);
        assertCode(() -> act(actor -> callee(actor).call(Line.class, "hit")), "actor", "validation_error");
    }

    @Test
    void handlesFindAndCreate() throws Exception {
        assertThat(act(actor -> callee(actor).resolve())).isEqualTo("b");
        assertThat(act(actor -> actor.client().getOrCreate("callee", List.of("key", "with"), CreateOptions.DEFAULT.withInput(new Line("in", 1))).call("input")))
            .isEqualTo(Map.of("text", "in", "times", 1));
        assertThat(act(actor -> actor.client().create("callee", List.of("key", "new"), CreateOptions.DEFAULT).call("hit"))).isEqualTo(1);
        assertThat(act(actor -> actor.client().getForId("new").call("hit"))).isEqualTo(2);
        assertThat(act(actor -> actor.client().get("callee", "key", "new").call("hit"))).isEqualTo(3);
        assertCode(() -> act(actor -> actor.client().create("callee", List.of("key", "new"), CreateOptions.DEFAULT)), "actor", "duplicate_key");
        assertCode(() -> act(actor -> actor.client().create("callee", List.of("key", "far"), CreateOptions.DEFAULT.inRegion("mars"))), "datacenter", "not_found");
        assertThat(act(actor -> code(() -> actor.client().get("callee", "key", "nobody").call("hit")))).as("after the time of its creation").isEqualTo("actor.not_found");
    }

    private static String code(Runnable call) {
        try {
            call.run();
            return "nothing";
        } catch (RivetException e) {
            return e.group() + "." + e.code();
        }
    }

    private static String codeOf(CompletableFuture<Object> call) {
        try {
            TestPlatform.await(call);
            return "nothing";
        } catch (RivetException e) {
            return e.group() + "." + e.code();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void errorsAreThoseThatAClientGets() throws Exception {
        act(actor -> {
            assertThatThrownBy(() -> callee(actor).call("fail", "user")).isInstanceOfSatisfying(RivetException.class, e -> {
                assertThat(e.group() + "." + e.code()).isEqualTo("user.told");
                assertThat(e.getMessage()).isEqualTo("told so");
                assertThat(e.metadata()).contains(Map.of("n", 7));
                assertThat(e.actor().orElseThrow().actorId()).isEqualTo("b");
            });
            assertThatThrownBy(() -> callee(actor).call("fail", "secret")).hasMessage(ErrorCode.MASKED_MESSAGE);
            return null;
        });
        assertThat(act(actor -> code(() -> callee(actor).call("missing")))).isEqualTo("actor.action_not_found");
        assertThat(act(actor -> code(() -> callee(actor).withParams(Map.of("reject", true)).call("hit")))).isEqualTo("user.rejected");
        assertThat(act(actor -> code(() -> callee(actor).call("kind", "x".repeat(70_000))))).isEqualTo("message.incoming_too_long");
        assertThat(act(actor -> code(() -> actor.client().getOrCreate("impatient", "key", "i").call("hang", "never")))).isEqualTo("actor.action_timed_out");
        assertCode(() -> act(actor -> callee(actor).call("fail", "user")), "user", "told");
    }

    @Test
    void messagesGoToTheQueue() throws Exception {
        act(actor -> {
            callee(actor).send("jobs", "one");
            return null;
        });
        assertThat(platform.call("b", "complete")).isEqualTo("one");
        CompletableFuture<Object> answer = actLater(actor -> callee(actor).sendAndWait(String.class, "jobs", "two", Duration.ofSeconds(20)).response().orElseThrow());
        assertThat(platform.call("b", "complete")).isEqualTo("two");
        assertThat(TestPlatform.await(answer)).isEqualTo("did two");
        assertThat(act(actor -> callee(actor).sendAndWait(String.class, "jobs", "three", Duration.ofMillis(20)).timedOut())).isEqualTo(true);
        assertThat(act(actor -> code(() -> callee(actor).withParams(Map.of("quiet", 1)).send("jobs", "four")))).isEqualTo("auth.forbidden");
    }

    @Test
    void requestsReachTheActorsOwnCode() throws Exception {
        assertThat(act(actor -> {
            Fetched answer = callee(actor).fetch(Fetch.post("/some/path?q=1", "text/plain", "the body").withHeader("X-Own", "yes"));
            return List.of(answer.status(), answer.header("X-Method").orElse(""), new String(answer.body(), StandardCharsets.UTF_8));
        })).isEqualTo(List.of(201, "POST", "/some/path?q=1 the body"));
    }

    @Test
    void aCallIsAnAwaitPoint() throws Exception {
        CompletableFuture<Object> waiting = actLater(actor -> {
            actor.updateState(s -> new Count(5));
            callee(actor).call("hang", "go");
            return actor.state().count();
        });
        TestPlatform.until(() -> TRACE.contains("hangs"));
        assertThat(platform.stored("c")).as("what it changed before is kept").isEqualTo(Map.of("count", 5));
        assertThat(platform.call("c", "add", 1)).isEqualTo(6);
        event("go").complete("");
        assertThat(TestPlatform.await(waiting)).isEqualTo(6);
    }

    @Test
    void aCallLeavesWhenWhatItMayKnowIsDurable() throws Exception {
        assertThat(act(actor -> callee(actor).call("hit"))).isEqualTo(1);
        CompletableFuture<Void> gate = storage.gate = new CompletableFuture<>();
        long before = platform.turns("c");
        CompletableFuture<Object> waiting = actLater(actor -> {
            actor.updateState(s -> new Count(1));
            return callee(actor).call("input");
        });
        TestPlatform.until(() -> platform.turns("c") > before);
        long seen = platform.turns("b");
        assertThat(waiting).isNotDone();
        assertThat(platform.turns("b")).isEqualTo(seen);
        gate.complete(null);
        assertThat(TestPlatform.await(waiting)).isEqualTo("none");
    }

    @Test
    void aCallWhoseTurnCannotBeStoredIsNotMade() throws Exception {
        act(actor -> callee(actor).call("hit"));
        storage.fault = Fault.REFUSE;
        assertCode(() -> act(actor -> {
            actor.updateState(s -> new Count(1));
            return callee(actor).call("hit");
        }), "actor", "storage_failed");
        storage.fault = Fault.NONE;
        assertThat(platform.call("b", "hit")).isEqualTo(2);
    }

    @Test
    void callsInACircleAreNoDeadlock() throws Exception {
        assertThat(act(actor -> {
            actor.updateState(s -> new Count(3));
            return callee(actor).call("back", "caller", "c", "count");
        })).isEqualTo(3);
    }

    @Test
    void aSerialActionThatWouldWaitForItselfIsRefused() throws Exception {
        platform.type("serial", () -> new Counting(bodies), "concurrency", "SERIAL");
        platform.start("serial", "s");
        bodies.put("circle", actor -> callee(actor).call("back", "serial", "s", "count"));
        bodies.put("fork", actor -> actor.await(actor.fork(() -> callee(actor).call("back", "serial", "s", "count"))));
        bodies.put("straight", actor -> callee(actor).call("hit"));
        assertThatThrownBy(() -> platform.call("s", "act", "circle")).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.group() + "." + e.code()).isEqualTo("actor.call_cycle");
            assertThat(e.getMessage()).contains("serial", "action act", "callee", "action back");
        });
        assertCode(() -> platform.call("s", "act", "fork"), "actor", "call_cycle");
        assertThat(platform.call("s", "act", "straight")).isEqualTo(1);
        assertThat(platform.call("s", "count")).as("it goes on").isEqualTo(0);
    }

    /** Each in a chain of its own: no cycle that a chain could tell. */
    @Test
    void twoSerialActorsThatWaitForEachOtherEndByTheirTimeLimitAndGoOn() throws Exception {
        platform.type("serial", () -> new Counting(bodies), "concurrency", "SERIAL", "actionTimeout", 2_000L);
        platform.start("serial", "s");
        platform.start("serial", "t");
        CountDownLatch met = new CountDownLatch(2);
        for (String other : List.of("s", "t")) {
            bodies.put("to " + other, actor -> {
                met.countDown();
                met.await();
                return actor.client().get("serial", "key", other).call("count");
            });
        }
        CompletableFuture<Object> one = platform.callLater("s", "act", "to t");
        CompletableFuture<Object> two = platform.callLater("t", "act", "to s");
        assertThat(Stream.of(one, two).map(CallingTest::codeOf).toList()).contains("actor.action_timed_out")
            .isSubsetOf("actor.action_timed_out", "nothing");
        assertThat(platform.call("s", "count")).isEqualTo(0);
        assertThat(platform.call("t", "count")).isEqualTo(0);
    }

    @Test
    void callsAreOnlySoDeep() throws Exception {
        bodies.put("down", actor -> actor.client().get("caller", "key", "c").call("act", "down"));
        assertCode(() -> platform.call("c", "act", "down"), "actor", "call_cycle");
        assertThat(platform.call("c", "count")).isEqualTo(0);
    }

    @Test
    void onlySoManyCallsAreUnderWay() throws Exception {
        CompletableFuture<Object> outcome = actLater(actor -> {
            List<CompletableFuture<Object>> calls = new ArrayList<>();
            String refusal = code(() -> {
                for (;;) {
                    calls.add(callee(actor).callLater(Object.class, "hang", "many"));
                }
            });
            return refusal + " after " + calls.size();
        });
        assertThat(TestPlatform.await(outcome)).isEqualTo("actor.overloaded after 1000");
        event("many").complete("");
    }

    @Test
    void whoeverWaitsForACallIsEndedWithItsActor() throws Exception {
        platform.start("callee", "b");
        List<CompletableFuture<?>> later = new ArrayList<>();
        CompletableFuture<Object> waiting = actLater(actor -> {
            later.add(callee(actor).callLater(Object.class, "hang", "after"));
            return callee(actor).call("hang", "after");
        });
        TestPlatform.until(() -> TRACE.stream().filter("hangs"::equals).count() == 2);
        CompletableFuture<Void> stopped = platform.stopLater("c", StopCause.LOST);
        assertThatThrownBy(() -> TestPlatform.await(waiting)).isInstanceOf(RivetException.class).hasMessageContaining("stopped");
        assertCode(() -> TestPlatform.await(later.getFirst()), "actor", "aborted");
        TestPlatform.await(stopped);
        event("after").complete("");
        TestPlatform.until(() -> TRACE.stream().filter("hung"::equals).count() == 2);
    }

    @Test
    void anActorThatDrainsIsStillCalledByWhatItWaitsFor() throws Exception {
        platform.start("callee", "b");
        CompletableFuture<Object> waiting = actLater(actor -> {
            callee(actor).call("hang", "drain");
            return callee(actor).call("back", "caller", "c", "count");
        });
        TestPlatform.until(() -> TRACE.contains("hangs"));
        CompletableFuture<Void> asleep = platform.stopLater("c", StopCause.SLEEP_INTENT);
        TestPlatform.until(() -> {
            CompletableFuture<Object> other = platform.callLater("c", "count");
            return other.isCompletedExceptionally(); // nobody else is let in
        });
        event("drain").complete("");
        assertThat(TestPlatform.await(waiting)).isEqualTo(0);
        TestPlatform.await(asleep);
    }

    @Test
    void onlyATurnMayCall() throws Exception {
        CompletableFuture<String> outside = new CompletableFuture<>();
        act(actor -> {
            ActorHandle handle = callee(actor);
            Thread.ofVirtual().start(() -> outside.complete(code(() -> handle.call("hit"))));
            return null;
        });
        assertThat(TestPlatform.await(outside)).isEqualTo("actor.wrong_thread");
    }
}
