package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Input;
import rivet.actor.Migrations;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.protocol.client.ToClient;
import rivet.runtime.actor.FaultyStorage.Fault;
import rivet.spi.engine.NotAdmittedException;
import rivet.spi.engine.StopCause;

/** An actor from start to stop. */
class LifeTest extends ActorTest {

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
        platform.type("room", ConnectionsTest.Room::new, "sleepGracePeriod", 100);
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
}
