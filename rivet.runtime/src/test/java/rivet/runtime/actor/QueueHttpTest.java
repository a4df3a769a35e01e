package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import rivet.actor.QueueMessage;
import rivet.actor.Receive;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.client.HttpQueueSendResponse;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.runtime.actor.QueueScripted.Script;
import rivet.spi.engine.StopCause;
import rivet.value.Undefined;

/** Messages that clients send. */
@Timeout(60)
class QueueHttpTest {

    private static final HttpQueueSendResponse STORED = new HttpQueueSendResponse(HttpQueueSendResponse.COMPLETED, Undefined.UNDEFINED);
    private static final HttpQueueSendResponse TIMED_OUT = new HttpQueueSendResponse(HttpQueueSendResponse.TIMED_OUT, Undefined.UNDEFINED);
    private static final OptionalLong NO_LIMIT = OptionalLong.empty();

    @TempDir
    private Path data;
    private final QueueScripted.Stage stage = new QueueScripted.Stage();
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
        Object[] all = new Object[options.length + 2];
        all[0] = "queues";
        all[1] = List.of("jobs", "locked", "silent");
        System.arraycopy(options, 0, all, 2, options.length);
        platform.type("scripted", () -> new QueueScripted(stage), all);
        platform.start("scripted", "a");
        TestPlatform.until(() -> platform.stored("a") != null); // its creation is a commit of its own
    }

    private Object perform(Script script) throws Exception {
        stage.scripts.put("script", script);
        return platform.call("a", "perform", "script");
    }

    private List<Object> waiting() throws Exception {
        @SuppressWarnings("unchecked")
        List<Object> bodies = (List<Object>) perform(self -> self.messages().tryNextBatch(Receive.any().atMost(100)).stream().map(m -> m.body(Object.class)).toList());
        return bodies;
    }

    /** Completes each job with what it holds. */
    private void echo() {
        stage.scripts.put("run", self -> {
            for (QueueMessage message : self.messages().messages(Receive.from("jobs").withCompletion())) {
                stage.trace.add(message.body(Object.class) + "/" + message.attempt());
                self.add(1);
                message.complete(message.body(Object.class));
            }
            return null;
        });
    }

    private static void assertFails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.group() + "." + e.code()).isEqualTo(code.reason()));
    }

    /** R-http-20, R-queue-45: without waiting, the answer comes when the message is stored. */
    @Test
    void isStored_R_http_20() throws Exception {
        actor();
        storage.gate = new CompletableFuture<>();
        CompletableFuture<HttpQueueSendResponse> sending = platform.sendLater("a", "jobs", Map.of("n", 1), false, NO_LIMIT);
        TestPlatform.until(() -> storage.commits.get() > 1);
        assertThat(sending).isNotDone();
        storage.gate.complete(null);
        assertThat(TestPlatform.await(sending)).isEqualTo(STORED);
        assertThat(waiting()).isEqualTo(List.of(Map.of("n", 1)));
    }

    /** R-queue-46: also where an actor's other answers wait for nothing. */
    @Test
    void isStoredWhateverTheDurability_R_queue_46() throws Exception {
        actor("durability", "INTERVAL");
        storage.gate = new CompletableFuture<>();
        CompletableFuture<HttpQueueSendResponse> sending = platform.sendLater("a", "jobs", 1, false, NO_LIMIT);
        TestPlatform.until(() -> storage.commits.get() > 1);
        assertThat(sending).isNotDone();
        storage.gate.complete(null);
        assertThat(TestPlatform.await(sending)).isEqualTo(STORED);
    }

    /** R-http-20: what is sent to a queue that was not declared is dropped, waiting or not, and the actor is not asked. */
    @Test
    void undeclaredQueuesTakeEverything_R_http_20() throws Exception {
        actor();
        assertThat(platform.send("a", "unheard", 1)).isEqualTo(STORED);
        assertThat(TestPlatform.await(platform.sendLater("a", "unheard", 1, true, NO_LIMIT))).isEqualTo(STORED);
        assertThat(waiting()).isEmpty();
        assertThat(stage.hooks).doesNotContain("canPublish unheard by nobody");
    }

    /** R-http-20: the actor may refuse; it sees on whose behalf. */
    @Test
    void publishingMayBeRefused_R_http_20() throws Exception {
        actor();
        assertFails(ErrorCode.AUTH_FORBIDDEN, () -> platform.send("a", "locked", 1));
        assertThat(waiting()).isEmpty();
        assertThat(stage.hooks).startsWith("onConnect", "canPublish locked by nobody", "onDisconnect");
    }

    /** R-http-20, R-queue-30: who waits gets the response; none if there is none. */
    @Test
    void completion_R_http_20() throws Exception {
        echo();
        actor();
        assertThat(TestPlatform.await(platform.sendLater("a", "jobs", List.of(1, "x"), true, OptionalLong.of(20_000))))
            .isEqualTo(new HttpQueueSendResponse(HttpQueueSendResponse.COMPLETED, List.of(1, "x")));
        assertThat(TestPlatform.await(platform.sendLater("a", "jobs", Undefined.UNDEFINED, true, NO_LIMIT))).isEqualTo(STORED);
        assertThat(stage.trace).hasSize(2);
    }

    /** R-http-20, R-queue-34: when the time is over the message stays. Its connection lasts until then. */
    @Test
    void timeOut_R_http_20() throws Exception {
        actor();
        assertThat(TestPlatform.await(platform.sendLater("a", "silent", "m", true, OptionalLong.of(200)))).isEqualTo(TIMED_OUT);
        TestPlatform.until(() -> stage.hooks.equals(List.of("onConnect", "canPublish silent by nobody", "onDisconnect")));
        assertThat(waiting()).isEqualTo(List.of("m"));
    }

    /** R-http-21: whatever the sender allows, the time of an action is the limit. */
    @Test
    void theTimeOfAnActionIsTheLimit_R_http_21() throws Exception {
        actor("actionTimeout", 300);
        assertFails(ErrorCode.ACTOR_ACTION_TIMED_OUT, () -> TestPlatform.await(platform.sendLater("a", "silent", "m", true, OptionalLong.of(60_000))));
        TestPlatform.until(() -> stage.hooks.contains("onDisconnect")); // its connection was let go
        platform.putToSleep("a");
        platform.type("scripted", "2.0.0", () -> new QueueScripted(stage)); // with the usual time
        platform.start("scripted", "a");
        assertThat(waiting()).isEqualTo(List.of("m"));
    }

    /** R-queue-3: the limits of the queue reach the client. */
    @Test
    void limits_R_queue_3() throws Exception {
        actor("maxQueueSize", 1, "maxQueueMessageSize", 64);
        platform.send("a", "jobs", 1);
        assertFails(ErrorCode.QUEUE_FULL, () -> platform.send("a", "jobs", 2));
        assertFails(ErrorCode.QUEUE_FULL, () -> TestPlatform.await(platform.sendLater("a", "jobs", 2, true, NO_LIMIT)));
        assertFails(ErrorCode.QUEUE_MESSAGE_TOO_LARGE, () -> platform.send("a", "jobs", "x".repeat(200)));
        assertThat(waiting()).isEqualTo(List.of(1));
    }

    /** A response that is too long for the sender is no fault of who completed the message. */
    @Test
    void aResponseThatIsTooLong() throws Exception {
        echo();
        actor("maxOutgoingMessageSize", 50);
        assertFails(ErrorCode.MESSAGE_OUTGOING_TOO_LONG, () -> TestPlatform.await(platform.sendLater("a", "jobs", "x".repeat(100), true, NO_LIMIT)));
        assertThat(TestPlatform.await(platform.sendLater("a", "jobs", "x", true, NO_LIMIT))).isEqualTo(new HttpQueueSendResponse(HttpQueueSendResponse.COMPLETED, "x"));
        assertThat(stage.trace).containsExactly("x".repeat(100) + "/1", "x/1");
    }

    /** R-queue-35: a stop does not wait for who waits, and tells them; the message is dealt with later. */
    @Test
    void aStopDropsWhoWaits_R_queue_35() throws Exception {
        actor("sleepGracePeriod", 600_000);
        CompletableFuture<HttpQueueSendResponse> sending = platform.sendLater("a", "silent", "m", true, NO_LIMIT);
        TestPlatform.until(() -> stage.hooks.contains("canPublish silent by nobody"));
        TestPlatform.until(() -> sizeIs(1));
        platform.stop("a", StopCause.SLEEP_INTENT);
        assertFails(ErrorCode.QUEUE_COMPLETION_WAITER_DROPPED, () -> TestPlatform.await(sending));
        platform.start("scripted", "a");
        assertThat(waiting()).isEqualTo(List.of("m"));
    }

    private boolean sizeIs(int size) {
        try {
            return perform(self -> self.messages().size()).equals(size);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** A message that could not be stored is not answered as if it were, whether the sender waits or not. */
    @Test
    void aMessageThatIsNotStored() throws Exception {
        actor();
        storage.fault = Fault.REFUSE;
        assertFails(ErrorCode.ACTOR_STORAGE_FAILED, () -> TestPlatform.await(platform.sendLater("a", "silent", 1, true, NO_LIMIT)));
        storage.fault = Fault.NONE;
        TestPlatform.until(() -> sizeIs(0));
        storage.fault = Fault.REFUSE;
        assertFails(ErrorCode.ACTOR_STORAGE_FAILED, () -> platform.send("a", "silent", 1));
        storage.fault = Fault.NONE;
        TestPlatform.until(() -> sizeIs(0));
    }

    /** The completion is not stored: who waits is told so, and the message comes again with the next instance. */
    @Test
    void aCompletionThatIsNotStored() throws Exception {
        stage.scripts.put("run", self -> {
            for (QueueMessage message : self.messages().messages(Receive.from("jobs").withCompletion())) {
                stage.trace.add("attempt " + message.attempt());
                storage.failNext = message.attempt() == 1;
                self.add(1);
                message.complete("done");
            }
            return null;
        });
        actor();
        assertFails(ErrorCode.QUEUE_COMPLETION_WAITER_DROPPED, () -> TestPlatform.await(platform.sendLater("a", "jobs", 1, true, NO_LIMIT)));
        TestPlatform.until(() -> stage.trace.contains("attempt 2") && sizeIs(0));
        assertThat(stage.trace).containsExactly("attempt 1", "attempt 2");
        assertThat(perform(self -> self.self().state().count())).isEqualTo(1);
    }

    /** What did not get into a full inbox is refused in the words by which clients send it again: nothing of it has begun (spec/wire.md 11). */
    @Test
    void aFullInboxRefusesWithWordsToSendAgain() throws Exception {
        actor();
        CountDownLatch gate = new CountDownLatch(1);
        stage.scripts.put("script", self -> {
            stage.facts.put("blocked", true);
            gate.await();
            return null;
        });
        CompletableFuture<Object> blocking = platform.callLater("a", "perform", "script");
        TestPlatform.until(() -> stage.facts.containsKey("blocked"));
        List<CompletableFuture<HttpQueueSendResponse>> sent = new ArrayList<>();
        for (int i = 0; i <= 1_000; i++) {
            sent.add(platform.sendLater("a", "unheard", i, false, NO_LIMIT));
        }
        assertThatThrownBy(() -> TestPlatform.await(sent.getLast())).isInstanceOfSatisfying(RivetException.class, e -> {
            assertThat(e.is(ErrorCode.ACTOR_OVERLOADED)).isTrue();
            assertThat(e.metadata()).contains(Map.of("channel", "dispatch_inbox", "operation", "dispatch_queue_send"));
        });
        gate.countDown();
        TestPlatform.await(blocking);
        assertThat(TestPlatform.await(sent.getFirst())).isEqualTo(STORED);
    }
}
