package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.Queue;
import rivet.actor.QueueMessage;
import rivet.actor.Receive;
import rivet.actor.TransactionOptions;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.runtime.actor.QueueScripted.Script;
import rivet.spi.engine.StopCause;

/** The queue as the actor's own code sees it, on a real store. */
@Timeout(60)
class QueueTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path data;
    private final QueueScripted.Stage stage = new QueueScripted.Stage();
    private final AtomicInteger scripts = new AtomicInteger();
    private FaultyStorage storage;
    private TestPlatform platform;

    @BeforeEach
    void start() {
        platform = new TestPlatform(data, real -> {
            storage = new FaultyStorage(real);
            return storage;
        }, Duration.ofSeconds(5));
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private void actor(Object... options) throws Exception {
        platform.type("scripted", () -> new QueueScripted(stage), options);
        platform.start("scripted", "a");
        TestPlatform.until(() -> platform.stored("a") != null); // its creation is a commit of its own
    }

    private CompletableFuture<Object> performLater(Script script) {
        String name = "script " + scripts.incrementAndGet();
        stage.scripts.put(name, script);
        return platform.callLater("a", "perform", name);
    }

    private Object perform(Script script) throws Exception {
        return TestPlatform.await(performLater(script));
    }

    private void send(String name, Object... bodies) throws Exception {
        perform(self -> {
            for (Object body : bodies) {
                self.messages().send(name, body);
            }
            return null;
        });
    }

    /** Receives and deals with a message; {@code name:body/attempt}. */
    private String take(Receive how) throws Exception {
        return (String) perform(self -> self.messages().tryNext(how).map(QueueTest::text).orElse("none"));
    }

    private static String text(QueueMessage message) {
        return message.name() + ":" + message.body(Object.class) + "/" + message.attempt();
    }

    private static List<String> texts(List<QueueMessage> messages) {
        return messages.stream().map(QueueTest::text).toList();
    }

    private void restart() throws Exception {
        platform.putToSleep("a");
        platform.start("scripted", "a");
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.group() + "." + e.code()).isEqualTo(code.reason()));
    }

    /** Tells the test that what comes next in this turn is on its way: the test's own turns come later. */
    private Queue begun(QueueScripted self, String name) {
        stage.facts.put(name, true);
        return self.messages();
    }

    private String fact(String name) throws Exception {
        TestPlatform.until(() -> stage.facts.containsKey(name));
        return stage.facts.get(name).toString();
    }

    // ------------------------------------------------------------------ sending

    /** R-queue-1: ids grow over all names and are never used again: not after a removal, a reset, or a restart. */
    @Test
    void idsAreNeverUsedAgain_R_queue_1() throws Exception {
        actor();
        List<Object> ids = new ArrayList<>();
        ids.add(perform(self -> self.messages().send("a", 1)));
        ids.add(perform(self -> self.messages().send("b", 2)));
        take(Receive.any());
        take(Receive.any());
        ids.add(perform(self -> self.messages().send("a", 3)));
        perform(self -> {
            self.messages().reset();
            return null;
        });
        restart();
        ids.add(perform(self -> self.messages().send("a", 4)));
        assertThat(ids).containsExactly(1, 2, 3, 4);
    }

    /** R-queue-2: after a restart all is there, in its order, and counted. */
    @Test
    void messagesAreThereAfterARestart_R_queue_2() throws Exception {
        actor();
        send("a", 1, 2);
        send("b", Map.of("x", List.of(true)));
        restart();
        assertThat(perform(self -> self.messages().size())).isEqualTo(3);
        assertThat(take(Receive.any())).isEqualTo("a:1/1");
        assertThat(take(Receive.from("b"))).isEqualTo("b:{x=[true]}/1");
        assertThat(take(Receive.any())).isEqualTo("a:2/1");
        assertThat(take(Receive.any())).isEqualTo("none");
    }

    /** R-queue-3: the size is checked before the number; the error says both. */
    @Test
    void limits_R_queue_3() throws Exception {
        actor("maxQueueSize", 1, "maxQueueMessageSize", 64);
        send("a", "x");
        assertThatThrownBy(() -> send("a", "y".repeat(200))).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.is(ErrorCode.QUEUE_MESSAGE_TOO_LARGE)).isTrue();
            assertThat(e.metadata()).contains(Map.of("size", 219, "limit", 64)); // 3 bytes of CBOR around, name and envelope
        });
        assertThatThrownBy(() -> send("a", "y")).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.is(ErrorCode.QUEUE_FULL)).isTrue();
            assertThat(e).hasMessage("Queue is full. Limit is 1 messages.");
            assertThat(e.metadata()).contains(Map.of("limit", 1));
        });
        take(Receive.any());
        send("a", "y");
    }

    /** R-queue-3, R-queue-17: a message in flight counts until it is dealt with. */
    @Test
    void messagesInFlightCount_R_queue_3() throws Exception {
        actor("maxQueueSize", 1);
        send("a", 1);
        perform(self -> {
            self.messages().tryNext();
            assertFails(ErrorCode.QUEUE_FULL, () -> self.messages().send("a", 2));
            return null;
        });
        send("a", 2);
    }

    /** R-queue-5: what a turn sent that came to nothing was never there; nor was what it received. */
    @Test
    void aTurnThatFailsSendsAndReceivesNothing_R_queue_5() throws Exception {
        actor();
        send("a", 1);
        assertFails(ErrorCode.CORE_INTERNAL_ERROR, () -> perform(self -> {
            self.messages().send("a", 2);
            self.messages().tryNextBatch(Receive.any().atMost(2));
            self.messages().send("a", 3);
            self.poison();
            return null;
        }));
        assertThat(perform(self -> self.messages().size())).isEqualTo(1);
        assertThat(perform(self -> self.messages().send("b", 4))).isEqualTo(2);
        assertThat(take(Receive.any())).isEqualTo("a:1/1");
        restart();
        assertThat(take(Receive.any())).isEqualTo("b:4/1");
        assertThat(take(Receive.any())).isEqualTo("none");
    }

    /** R-queue-5: whoever waited goes on waiting when the turn that had something for it comes to nothing, and gets what comes later. */
    @Test
    void aTurnThatFailsWakesNobody_R_queue_5() throws Exception {
        actor();
        CompletableFuture<Object> waiting = performLater(self -> text(begun(self, "waiting").next("a")));
        fact("waiting");
        assertFails(ErrorCode.CORE_INTERNAL_ERROR, () -> perform(self -> {
            self.messages().send("a", 1);
            self.poison();
            return null;
        }));
        assertThat(waiting).isNotDone();
        send("a", 2);
        assertThat(TestPlatform.await(waiting)).isEqualTo("a:2/1");
    }

    /** R-queue-7: a name is any text. */
    @Test
    void anyTextIsAName_R_queue_7() throws Exception {
        actor();
        for (String name : List.of("", "a b/c", "\u0000", "\ud83d\ude00", "'; DROP TABLE x")) {
            send(name, 1);
            assertThat(take(Receive.from(name))).isEqualTo(name + ":1/1");
        }
    }

    /** R-queue-46: sending is part of the turn. A message of this turn can be received in it. */
    @Test
    void sendingIsPartOfTheTurn_R_queue_46() throws Exception {
        actor();
        assertThat(perform(self -> {
            self.messages().send("a", 1);
            return text(self.messages().tryNext("a").orElseThrow());
        })).isEqualTo("a:1/1");
        restart();
        assertThat(perform(self -> self.messages().size())).isEqualTo(0);
    }

    // ------------------------------------------------------------------ receiving

    /** R-queue-10: the oldest of the names, up to a number; no names means all; a name twice is one. */
    @Test
    void namesAndCount_R_queue_10() throws Exception {
        actor();
        send("a", 1, 2);
        send("b", 3);
        send("c", 4);
        assertThat(perform(self -> texts(self.messages().tryNextBatch(Receive.from("c", "a", "c").atMost(2))))).isEqualTo(List.of("a:1/1", "a:2/1"));
        assertThat(perform(self -> texts(self.messages().nextBatch(Receive.any().atMost(10))))).isEqualTo(List.of("b:3/1", "c:4/1"));
        assertThatThrownBy(() -> Receive.any().atMost(0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** R-queue-11: when the time is over there is none; zero looks once. */
    @Test
    void timeouts_R_queue_11() throws Exception {
        actor();
        assertThat(perform(self -> self.messages().next(Receive.from("a").within(Duration.ofMillis(30))).isPresent())).isEqualTo(false);
        assertThat(perform(self -> self.messages().nextBatch(Receive.from("a").within(Duration.ofMillis(30)).atMost(3)).size())).isEqualTo(0);
        assertThat(perform(self -> self.messages().next(Receive.from("a").within(Duration.ZERO)).isPresent())).isEqualTo(false);
        send("a", 1);
        assertThat(perform(self -> text(self.messages().next(Receive.from("a").within(Duration.ZERO)).orElseThrow()))).isEqualTo("a:1/1");
    }

    /** R-queue-12: what is there is received, however aborted the waiting is. */
    @Test
    void whatIsThereIsReceivedThoughAborted_R_queue_12() throws Exception {
        actor();
        send("a", 1);
        CompletableFuture<Void> aborted = CompletableFuture.failedFuture(new IllegalStateException("no more"));
        assertThat(perform(self -> text(self.messages().next(Receive.from("a").unless(aborted)).orElseThrow()))).isEqualTo("a:1/1");
    }

    /** R-queue-13: by what the code gave, before and while waiting. */
    @Test
    void waitingIsAborted_R_queue_13() throws Exception {
        actor();
        CompletableFuture<Void> abort = new CompletableFuture<>();
        CompletableFuture<Object> waiting = performLater(self -> begun(self, "waiting").next(Receive.from("a").unless(abort)));
        fact("waiting");
        abort.complete(null);
        assertFails(ErrorCode.ACTOR_ABORTED, () -> TestPlatform.await(waiting));
        assertFails(ErrorCode.ACTOR_ABORTED, () -> perform(self -> self.messages().next(Receive.from("a").unless(abort))));
        send("a", 1);
        assertThat(take(Receive.any())).isEqualTo("a:1/1"); // nobody else wants it
    }

    /** R-queue-13, R-queue-44: by the stop of the actor; an iteration just ends. */
    @Test
    void aStopEndsTheWaiting_R_queue_13() throws Exception {
        stage.scripts.put("run", self -> {
            for (QueueMessage message : self.messages().messages("a")) {
                self.add(1);
                stage.facts.put("last", text(message));
            }
            stage.facts.put("run", "over");
            return null;
        });
        actor();
        CompletableFuture<Object> waiting = performLater(self -> self.messages().next("b"));
        send("a", 1);
        assertThat(fact("last")).isEqualTo("a:1/1");
        platform.stop("a", StopCause.SLEEP_INTENT);
        assertFails(ErrorCode.ACTOR_ABORTED, () -> TestPlatform.await(waiting));
        assertThat(fact("run")).isEqualTo("over");
    }

    /** R-queue-14: where a message is required, the end of the time is an error; so is zero. */
    @Test
    void aRequiredMessage_R_queue_14() throws Exception {
        actor();
        Receive soon = Receive.from("a").within(Duration.ofMillis(20));
        assertThatThrownBy(() -> perform(self -> self.messages().waitFor(soon))).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.is(ErrorCode.QUEUE_TIMED_OUT)).isTrue();
            assertThat(e).hasMessage("Queue wait timed out after 20 ms.");
        });
        assertFails(ErrorCode.QUEUE_TIMED_OUT, () -> perform(self -> self.messages().waitFor(Receive.from("a").within(Duration.ZERO))));
        send("a", 1);
        assertThat(perform(self -> text(self.messages().waitFor(Receive.from("a").within(LONG))))).isEqualTo("a:1/1");
    }

    /** R-queue-15: waits for a message without receiving it. */
    @Test
    void untilThereIsOne_R_queue_15() throws Exception {
        actor();
        CompletableFuture<Object> waiting = performLater(self -> {
            self.messages().waitUntilAvailable(Receive.from("a").within(LONG));
            return self.messages().size() + " " + text(self.messages().tryNext("a").orElseThrow());
        });
        send("b", 1);
        send("a", 2);
        assertThat(TestPlatform.await(waiting)).isEqualTo("2 a:2/1");
        assertFails(ErrorCode.QUEUE_TIMED_OUT, () -> perform(self -> {
            self.messages().waitUntilAvailable(Receive.from("a").within(Duration.ofMillis(20)));
            return null;
        }));
    }

    /** R-queue-16: never waits. */
    @Test
    void tryingNeverWaits_R_queue_16() throws Exception {
        actor();
        assertThat(perform(self -> {
            self.self().fork(() -> stage.trace.add("another turn"));
            boolean any = self.messages().tryNext("a").isPresent() || !self.messages().tryNextBatch(Receive.any().atMost(3)).isEmpty();
            return any + " " + stage.trace;
        })).isEqualTo("false []");
    }

    /** R-queue-17: of two who wait each gets a message, the one who waited longer the first. */
    @Test
    void receiversShare_R_queue_17() throws Exception {
        actor();
        CompletableFuture<Object> first = performLater(self -> text(begun(self, "first").next()));
        fact("first");
        CompletableFuture<Object> second = performLater(self -> text(begun(self, "second").next()));
        fact("second");
        send("a", 1, 2);
        assertThat(List.of(TestPlatform.await(first), TestPlatform.await(second))).containsExactly("a:1/1", "a:2/1");
    }

    /** R-queue-17: hidden while in flight; gone when the work that received it returned. */
    @Test
    void inFlightUntilTheWorkReturns_R_queue_17() throws Exception {
        actor();
        send("a", 1);
        CompletableFuture<Void> go = new CompletableFuture<>();
        CompletableFuture<Object> working = performLater(self -> {
            String text = text(self.messages().next("a"));
            stage.facts.put("received", text);
            self.waitFor(go);
            return text;
        });
        fact("received");
        assertThat(take(Receive.any())).isEqualTo("none");
        assertThat(perform(self -> self.messages().size())).isEqualTo(1);
        go.complete(null);
        TestPlatform.await(working);
        assertThat(perform(self -> self.messages().size())).isEqualTo(0);
    }

    /** A message whose handler fails comes again in its old place, as the next attempt, to whoever waits (design.md 1.3). */
    @Test
    void aFailedHandlerGivesItsMessageBack() throws Exception {
        actor();
        send("a", 1, 2);
        for (int attempt = 1; attempt < 4; attempt++) {
            String expected = "a:1/" + attempt;
            assertFails(ErrorCode.RIVETKIT_INTERNAL_ERROR, () -> perform(self -> {
                stage.facts.put("received", text(self.messages().next()));
                throw new IllegalStateException("cannot deal with it");
            }));
            assertThat(fact("received")).isEqualTo(expected);
        }
        restart();
        assertThat(perform(self -> texts(self.messages().tryNextBatch(Receive.any().atMost(5))))).isEqualTo(List.of("a:1/4", "a:2/1"));
    }

    /** A received message is removed with the turn that receives again: what its handler changed and the removal are one commit. */
    @Test
    void aHandlerWithoutAwaitPointsHandlesEachMessageOnce() throws Exception {
        stage.scripts.put("run", self -> {
            for (QueueMessage message : self.messages().messages("a")) {
                stage.trace.add(text(message));
                self.add(message.body(Integer.class));
            }
            return null;
        });
        actor();
        send("a", 1);
        TestPlatform.until(() -> stored() == 1);
        storage.fault = Fault.REFUSE;
        assertFails(ErrorCode.ACTOR_STORAGE_FAILED, () -> send("a", 10)); // neither the message nor the run handler's turn is stored
        storage.fault = Fault.NONE;
        send("a", 100);
        TestPlatform.until(() -> stored() == 101);
        assertThat(stage.trace).containsExactly("a:1/1", "a:100/1");
        assertThat(perform(self -> self.messages().size())).isEqualTo(0);
    }

    /** The commit of the handler's turn fails: nothing of it happened, and the message comes again with its next attempt. */
    @Test
    void aHandlerWhoseCommitFailsGetsTheMessageAgain() throws Exception {
        stage.scripts.put("run", self -> {
            for (QueueMessage message : self.messages().messages("a")) {
                stage.trace.add(text(message));
                if (message.attempt() == 1) {
                    storage.failNext = true;
                }
                self.add(message.body(Integer.class));
            }
            return null;
        });
        actor();
        send("a", 1, 10);
        TestPlatform.until(() -> stored() == 11);
        assertThat(stage.trace.getFirst()).isEqualTo("a:1/1");
        assertThat(stage.trace).contains("a:1/2").endsWith("a:10/2");
        TestPlatform.until(() -> "0".equals(size()));
    }

    private String size() {
        try {
            return String.valueOf(perform(self -> self.messages().size()));
        } catch (Exception e) {
            return e.toString();
        }
    }

    private long stored() {
        return platform.stored("a") instanceof Map<?, ?> state ? ((Number) state.get("count")).longValue() : -1;
    }

    /** A message is handed out only when its attempt is on disk. */
    @Test
    void theAttemptIsStoredBeforeItIsMade() throws Exception {
        actor();
        send("a", 1);
        storage.gate = new CompletableFuture<>();
        CompletableFuture<Object> receiving = performLater(self -> {
            stage.facts.put("received", "yes");
            return text(self.messages().next());
        });
        CompletableFuture<Object> waiting = performLater(self -> text(self.messages().next()));
        TestPlatform.until(() -> storage.commits.get() > 1);
        assertThat(receiving).isNotDone();
        storage.gate.complete(null);
        assertThat(TestPlatform.await(receiving)).isEqualTo("a:1/1");
        send("a", 2);
        assertThat(TestPlatform.await(waiting)).isEqualTo("a:2/1");
    }

    /** R-queue-18, R-sleep-2: a run handler that only waits for a message keeps nobody awake. */
    @Test
    void waitingInRunLetsTheActorSleep_R_queue_18() throws Exception {
        stage.scripts.put("run", self -> {
            for (QueueMessage message : self.messages().messages("a")) {
                stage.trace.add(text(message));
                self.add(1);
            }
            return null;
        });
        actor("sleepTimeout", 1_000);
        send("a", 1);
        TestPlatform.until(() -> platform.intents.contains("sleep a"));
        platform.stop("a", StopCause.SLEEP_INTENT);
        platform.start("scripted", "a");
        send("a", 2);
        TestPlatform.until(() -> stage.trace.contains("a:2/1"));
        assertThat(stage.trace).containsExactly("a:1/1", "a:2/1");
    }

    /** R-queue-18: an action that waits does keep it awake. */
    @Test
    void waitingInAnActionKeepsAwake_R_queue_18() throws Exception {
        actor("sleepTimeout", 1_000);
        assertThat(perform(self -> self.messages().next(Receive.from("a").within(Duration.ofMillis(2_500))).isPresent())).isEqualTo(false);
        assertThat(platform.intents).isEmpty();
        TestPlatform.until(() -> platform.intents.contains("sleep a"));
    }

    /** R-queue-20: many names, many messages, more than fit in memory or into one statement. */
    @Test
    void namesAndBodiesScale_R_queue_20() throws Exception {
        actor("maxQueueSize", 2_000);
        String filler = "x".repeat(1_000);
        perform(self -> {
            for (int i = 0; i < 600; i++) {
                self.messages().send("n" + i % 300, filler + i);
            }
            return null;
        });
        Set<String> names = IntStream.range(299, 40_000).mapToObj(i -> "n" + i).collect(Collectors.toCollection(TreeSet::new));
        assertThat(perform(self -> self.messages().tryNextBatch(Receive.from(names).atMost(5)).stream().map(m -> m.body(String.class).substring(1_000)).toList()))
            .isEqualTo(List.of("299", "599"));
        assertThat(perform(self -> self.messages().tryNextBatch(Receive.any().atMost(500)).stream().map(m -> m.body(String.class).length()).distinct().count()))
            .isEqualTo(3);
        restart();
        assertThat(perform(self -> self.messages().tryNextBatch(Receive.any().atMost(500)).getLast().body(String.class).substring(1_000))).isEqualTo("598");
    }

    // ------------------------------------------------------------------ completion

    /** R-queue-30: stays until it is completed, hidden from others; the sender is answered; the same work may not receive another one before. */
    @Test
    void completion_R_queue_30() throws Exception {
        actor();
        CompletableFuture<Object> sending = performLater(self -> self.messages().sendAndWait(Map.class, "a", 1, LONG).orElseThrow());
        TestPlatform.until(() -> "1".equals(size()));
        perform(self -> {
            QueueMessage message = self.messages().next(Receive.from("a").withCompletion()).orElseThrow();
            assertFails(ErrorCode.QUEUE_PREVIOUS_MESSAGE_NOT_COMPLETED, () -> self.messages().tryNext());
            assertThat(message.completable()).isTrue();
            self.waitFor(CompletableFuture.runAsync(() -> assertThat(take()).isEqualTo("none")));
            message.complete(Map.of("echo", message.body(Integer.class)));
            assertFails(ErrorCode.QUEUE_ALREADY_COMPLETED, message::complete);
            return null;
        });
        assertThat(TestPlatform.await(sending)).isEqualTo(Map.of("echo", 1));
        assertThat(size()).isEqualTo("0");
    }

    private String take() {
        try {
            return take(Receive.any());
        } catch (Exception e) {
            return e.toString();
        }
    }

    /** R-queue-31: a completion that was not stored may be tried again. */
    @Test
    void aCompletionThatCameToNothingMayBeRepeated_R_queue_31() throws Exception {
        actor();
        CompletableFuture<Object> sending = performLater(self -> self.messages().sendAndWait(String.class, "a", 1, LONG).orElseThrow());
        TestPlatform.until(() -> "1".equals(size()));
        perform(self -> {
            QueueMessage message = self.messages().next(Receive.from("a").withCompletion()).orElseThrow();
            message.complete("no");
            Object before = self.self().state();
            self.poison();
            assertFails(ErrorCode.CORE_INTERNAL_ERROR, () -> self.self().sleep(Duration.ofMillis(1)));
            assertThat(self.self().state()).isEqualTo(before);
            message.complete("yes");
            return null;
        });
        assertThat(TestPlatform.await(sending)).isEqualTo("yes");
    }

    /** R-queue-32: only what was received to be completed. */
    @Test
    void onlyCompletableMessagesAreCompleted_R_queue_32() throws Exception {
        actor();
        send("a", 1);
        assertThatThrownBy(() -> perform(self -> {
            self.messages().next().complete();
            return null;
        })).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.is(ErrorCode.QUEUE_COMPLETE_NOT_CONFIGURED)).isTrue();
            assertThat(e).hasMessage("Queue 'a' does not support completion responses.");
        });
    }

    /** R-queue-33: comes again if it was not completed: when the work ends, when the actor sleeps. */
    @Test
    void anUncompletedMessageComesAgain_R_queue_33() throws Exception {
        actor();
        send("a", 1);
        List<QueueMessage> kept = new ArrayList<>();
        assertThat(perform(self -> {
            kept.add(self.messages().next(Receive.any().withCompletion()).orElseThrow());
            return text(kept.getFirst());
        })).isEqualTo("a:1/1");
        assertThat(perform(self -> text(self.messages().tryNext(Receive.any().withCompletion()).orElseThrow()))).isEqualTo("a:1/2");
        perform(self -> {
            assertFails(ErrorCode.ACTOR_INVALID_OPERATION, () -> kept.getFirst().complete()); // somebody else has had it since
            return null;
        });
        restart();
        perform(self -> {
            QueueMessage again = self.messages().next(Receive.any().withCompletion()).orElseThrow();
            assertThat(text(again)).isEqualTo("a:1/3");
            again.complete();
            return null;
        });
        assertThat(take(Receive.any())).isEqualTo("none");
    }

    /** R-queue-34: time, abort and reset end the waiting; the message stays but for the reset. R-queue-36: a message that is received otherwise answers nobody. */
    @Test
    void waitingForACompletionEnds_R_queue_34_36() throws Exception {
        actor();
        CompletableFuture<Object> timed = performLater(self -> self.messages().sendAndWait(String.class, "a", 1, Duration.ofMillis(300)));
        TestPlatform.until(() -> "1".equals(size()));
        assertThat(take(Receive.any())).isEqualTo("a:1/1");
        assertThatThrownBy(() -> TestPlatform.await(timed)).hasMessage("Queue wait timed out after 300 ms.");
        CompletableFuture<Void> abort = new CompletableFuture<>();
        CompletableFuture<Object> aborted = performLater(self -> self.messages().sendAndWait(String.class, "a", 2, LONG, abort));
        TestPlatform.until(() -> "1".equals(size()));
        abort.complete(null);
        assertFails(ErrorCode.ACTOR_ABORTED, () -> TestPlatform.await(aborted));
        assertThat(take(Receive.any())).isEqualTo("a:2/1");
        CompletableFuture<Object> dropped = performLater(self -> self.messages().sendAndWait(String.class, "a", 3, LONG));
        TestPlatform.until(() -> "1".equals(size()));
        perform(self -> {
            self.messages().reset();
            return null;
        });
        assertFails(ErrorCode.QUEUE_COMPLETION_WAITER_DROPPED, () -> TestPlatform.await(dropped));
        assertThat(size()).isEqualTo("0");
    }

    /** R-queue-37: who waits for what only it could complete waits in vain. */
    @Test
    void nobodyCompletesOnesOwnMessage_R_queue_37() throws Exception {
        stage.scripts.put("run", self -> {
            try {
                self.messages().sendAndWait(String.class, "a", 1, Duration.ofMillis(50));
            } catch (RivetException e) {
                stage.facts.put("error", e.code());
            }
            return null;
        });
        actor();
        assertThat(fact("error")).isEqualTo("timed_out");
        assertThat(take(Receive.any())).isEqualTo("a:1/1");
    }

    /** R-queue-40, R-queue-41: a reset removes all, in flight or not; to complete such a message is no harm, and the size is right. */
    @Test
    void reset_R_queue_40_41() throws Exception {
        actor();
        send("a", 1, 2);
        perform(self -> {
            QueueMessage message = self.messages().next(Receive.any().withCompletion()).orElseThrow();
            self.messages().reset();
            message.complete("gone");
            assertThat(self.messages().size()).isZero();
            return null;
        });
        assertThat(perform(self -> self.messages().send("a", 3))).isEqualTo(3);
        assertThat(size()).isEqualTo("1");
        restart();
        assertThat(take(Receive.any())).isEqualTo("a:3/1");
    }

    /** R-queue-43: a body that does not fit loses no message. */
    @Test
    void aBodyThatDoesNotFit_R_queue_43() throws Exception {
        actor();
        send("a", "text");
        assertFails(ErrorCode.ACTOR_VALIDATION_ERROR, () -> perform(self -> self.messages().next().body(Integer.class)));
        assertThat(take(Receive.any())).isEqualTo("a:text/2");
    }

    /** R-stop-10: the queue works while the actor stops; what is sent then is there when it wakes. */
    @Test
    void sendingWhileTheActorStops() throws Exception {
        stage.scripts.put("onSleep", self -> self.messages().send("a", "asleep"));
        actor();
        restart();
        assertThat(take(Receive.any())).isEqualTo("a:asleep/1");
    }

    /** A transaction of SQL and state covers the queue: undone, it has sent, received and completed nothing; and nobody is woken for it. */
    @Test
    void aTransactionCoversTheQueue() throws Exception {
        actor();
        send("a", 1, 2);
        CompletableFuture<Object> waiting = performLater(self -> text(begun(self, "waiting").next("b")));
        fact("waiting");
        perform(self -> {
            QueueMessage first = self.messages().tryNext(Receive.from("a").withCompletion()).orElseThrow();
            assertThatThrownBy(() -> self.self().transaction(() -> {
                self.messages().send("b", 3);
                first.complete();
                assertThat(text(self.messages().tryNext("a").orElseThrow())).isEqualTo("a:2/1");
                throw new IllegalStateException("undo");
            })).hasMessage("undo");
            assertThat(self.messages().size()).isEqualTo(2);
            assertFails(ErrorCode.QUEUE_PREVIOUS_MESSAGE_NOT_COMPLETED, () -> self.messages().tryNext("a"));
            self.self().transaction(() -> {
                first.complete();
                self.messages().send("c", 4);
            });
            return null;
        });
        assertThat(waiting).isNotDone();
        send("b", 5);
        assertThat(TestPlatform.await(waiting)).isEqualTo("b:5/1");
        restart();
        assertThat(perform(self -> texts(self.messages().tryNextBatch(Receive.any().atMost(9))))).isEqualTo(List.of("a:2/1", "c:4/1"));
    }

    /** R-sql-17: where it would wait for the transaction that it is in, the queue refuses. */
    @Test
    void noQueueInATransactionWithAwaitPoints_R_sql_17() throws Exception {
        actor();
        assertThat(perform(self -> self.self().sql().transaction(TransactionOptions.DEFAULT.allowingAwait(), () -> {
            assertFails(ErrorCode.ACTOR_INVALID_OPERATION, () -> self.messages().send("a", 1));
            assertFails(ErrorCode.ACTOR_INVALID_OPERATION, () -> self.messages().next("a"));
            return self.self().sql().query(Long.class, "SELECT 7").getFirst();
        }))).isEqualTo(7);
        assertThat(size()).isEqualTo("0");
    }

    /** A message that comes when the run handler was told to stop already does not wait for somebody to wake the actor (R-sleep-2: it would have kept it busy). */
    @Test
    void anActorThatSleepsOnItsWorkIsWokenAtOnce() throws Exception {
        List<CompletableFuture<Void>> runs = List.of(new CompletableFuture<>(), new CompletableFuture<>(), new CompletableFuture<>());
        AtomicInteger starts = new AtomicInteger();
        stage.scripts.put("run", self -> {
            CompletableFuture<Void> over = runs.get(starts.getAndIncrement());
            for (QueueMessage message : self.messages().messages("a")) {
                stage.trace.add(text(message));
            }
            over.complete(null);
            return null;
        });
        stage.scripts.put("onSleep", self -> self.messages().send("b", "nobody's"));
        actor();
        send("a", 1);
        TestPlatform.until(() -> stage.trace.contains("a:1/1"));
        platform.putToSleep("a");
        assertThat(platform.alarms).isEmpty();
        platform.start("scripted", "a");
        TestPlatform.until(() -> starts.get() == 2);
        stage.scripts.put("onSleep", self -> {
            self.waitFor(runs.get(1)); // or it would still take the message
            return self.messages().send("a", 2);
        });
        platform.putToSleep("a");
        assertThat(platform.alarm.get("a")).isPresent();
        stage.scripts.remove("onSleep");
        platform.start("scripted", "a");
        TestPlatform.until(() -> stage.trace.contains("a:2/1"));
        platform.putToSleep("a");
        assertThat(platform.alarm.get("a")).isEmpty();
    }
}
