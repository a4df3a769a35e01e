package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.error.RivetException;
import rivet.protocol.client.ToClient;
import rivet.spi.engine.StopCause;

/** When an actor goes to sleep, what keeps it awake, and what its stop waits for (R-sleep, R-stop). */
class SleepTest extends ActorTest {

    private final class Sleeper extends Actor<Sleeper.State> {

        @ImmutableState
        record State(long late) {}

        @Override
        protected State createState(Input input) {
            return new State(0);
        }

        @Override
        protected void onWake() {
            if (atWake != null) {
                keepAwake(atWake);
            }
        }

        @Override
        protected void onDisconnect(Connection connection) {
            TRACE.add("onDisconnect");
        }

        @Override
        protected void onSleep(StopReason reason) throws Exception {
            TRACE.add("onSleep");
            broadcast("sleeping", "now");
            switch (lastly) {
                case "waits until" -> waitUntil(() -> {
                    TRACE.add("background begins");
                    sleep(java.time.Duration.ofMillis(20));
                    updateState(s -> new State(s.late() + 1));
                    waitUntil(() -> TRACE.add("nested"));
                    return TRACE.add("background ends");
                });
                case "keeps awake" -> keepAwake(event("go"));
                case "fails in the background" -> {
                    waitUntil(() -> {
                        throw new IllegalStateException("reject-with-error-ok");
                    });
                    waitUntil(() -> TRACE.add("the other"));
                }
                case "destroys" -> requestDestroy();
                case "sleeps" -> {
                    requestSleep();
                    TRACE.add("silent");
                }
                case "waits" -> await(event("go"));
                default -> {
                    // nothing else
                }
            }
        }

        @Override
        protected void onDestroy() {
            TRACE.add("onDestroy");
            if (lastly.equals("sleeps")) {
                try {
                    requestSleep();
                } catch (RivetException e) {
                    TRACE.add(e.code());
                }
            }
        }

        @Action
        public void keep(String name) {
            keepAwake(event(name));
        }

        @Action
        public boolean same() {
            CompletableFuture<Object> work = event("same");
            work.complete("");
            return keepAwake(work) == work;
        }

        @Action
        public void inTheBackground(String name) {
            waitUntil(() -> {
                TRACE.add("background begins");
                return await(event(name));
            });
        }

        @Action
        public void until(String name) {
            waitUntil(event(name));
        }

        @Action
        public void forked(String name) {
            fork(() -> await(event(name)));
        }

        @Action
        public Object waitFor(String name) {
            TRACE.add("waits");
            return await(event(name));
        }

        @Action
        public void declareLate(String name) {
            TRACE.add("waits");
            while (latch(name).getCount() > 0) {
                Thread.onSpinWait();
            }
            keepAwake(event("after the end"));
            waitUntil(event("after the end"));
            waitUntil(() -> TRACE.add("never"));
            TRACE.add("swallowed");
        }

        @Action
        public String asks(String first, String second) {
            String before = signal();
            ask(first);
            try {
                ask(second);
            } catch (RivetException e) {
                return e.group() + "." + e.code();
            }
            return before + signal();
        }

        private String signal() {
            return abortSignal().aborted() ? "aborted" : "-";
        }

        private void ask(String what) {
            switch (what) {
                case "sleep" -> requestSleep();
                case "destroy" -> requestDestroy();
                default -> {
                    // nothing
                }
            }
        }

        @Action
        public void change(boolean destroy) {
            updateState(s -> new State(s.late() + 1));
            ask(destroy ? "destroy" : "sleep");
            TRACE.add("asked");
        }

        @Action
        public long late() {
            return state().late();
        }
    }

    private volatile String lastly = "";
    private volatile CompletableFuture<Object> atWake;

    private void sleeper(Object... options) throws Exception {
        platform.type("sleeper", Sleeper::new, options);
        platform.start("sleeper", "s");
    }

    private boolean asked() {
        return platform.intents.contains("sleep s");
    }

    // ------------------------------------------------------------------ idle

    @ParameterizedTest
    @ValueSource(strings = { "keep", "forked", "waitFor" })
    void whatKeepsAnActorAwake_R_sleep_4_R_sleep_5(String action) throws Exception {
        sleeper("sleepTimeout", 60);
        CompletableFuture<Object> call = platform.callLater("s", action, "go");
        Thread.sleep(250); // it must not happen: there is nothing to wait for
        assertThat(asked()).isFalse();
        event("go").completeExceptionally(new IllegalStateException("released by failures as well"));
        TestPlatform.until(this::asked);
        assertThat(call).satisfies(c -> assertThat(c.isDone()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = { "inTheBackground", "until" })
    void whatOnlyAStopWaitsForDoesNotKeepItAwake_R_sleep_4(String action) throws Exception {
        sleeper("sleepTimeout", 60);
        platform.call("s", action, "go");
        TestPlatform.until(() -> TRACE.contains("onSleep"));
        CompletableFuture<Void> stop = platform.stopLater("s", StopCause.SLEEP_INTENT);
        assertThat(stop).as("the stop waits within its grace").isNotDone();
        event("go").complete("");
        TestPlatform.await(stop);
    }

    @Test
    void workOfAStartHookKeepsItAwake_R_sleep_4() throws Exception {
        atWake = event("go");
        sleeper("sleepTimeout", 60);
        Thread.sleep(250); // it must not happen: there is nothing to wait for
        assertThat(asked()).isFalse();
        event("go").complete("");
        TestPlatform.until(this::asked);
    }

    @Test
    void anActorThatNeverSleepsByItself_R_sleep_1() throws Exception {
        sleeper("sleepTimeout", 20, "noSleep", true);
        Thread.sleep(200); // it must not happen: there is nothing to wait for
        assertThat(platform.intents).isEmpty();
    }

    @Test
    void keepAwakeGivesItsArgumentBack_R_sleep_6() throws Exception {
        sleeper();
        assertThat(platform.call("s", "same")).isEqualTo(true);
    }

    @Test
    void itSleepsNoEarlierThanItsTimeAfterTheLastWork_R_sleep_1() throws Exception {
        sleeper("sleepTimeout", 300);
        CompletableFuture<Object> call = platform.callLater("s", "waitFor", "go");
        Thread.sleep(280); // the timer is about to go off
        event("go").complete("");
        TestPlatform.await(call);
        long ended = System.nanoTime();
        TestPlatform.until(this::asked);
        assertThat(System.nanoTime() - ended).isGreaterThan(250_000_000L);
    }

    // ------------------------------------------------------------------ asking

    @Test
    void askingTwiceForSleepIsAskingOnce_R_stop_1() throws Exception {
        platform.answersIntents = false;
        sleeper();
        assertThat(platform.call("s", "asks", "sleep", "sleep")).isEqualTo("--");
        assertThat(platform.call("s", "asks", "sleep", "sleep")).as("nothing changed before the engine answers, R-stop-5").isEqualTo("--");
        assertThat(platform.intents).containsExactly("sleep s");
    }

    @Test
    void destructionAfterSleepIsGranted_R_stop_2() throws Exception {
        sleeper();
        assertThat(platform.call("s", "asks", "sleep", "destroy")).isEqualTo("--");
        TestPlatform.until(() -> TRACE.contains("onDestroy"));
        assertThat(platform.intents).containsExactly("sleep s", "stop s");
    }

    @ParameterizedTest
    @ValueSource(strings = { "destroy", "sleep" })
    void nothingCanBeAskedOfAnActorThatIsToBeDestroyed_R_stop_1_R_stop_2(String second) throws Exception {
        platform.answersIntents = false;
        sleeper();
        assertThat(platform.call("s", "asks", "destroy", second)).isEqualTo("actor.stopping");
        assertCodeOfRefusal("destroying");
    }

    private void assertCodeOfRefusal(String code) {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> platform.call("s", "late"))
            .isInstanceOfSatisfying(rivet.spi.engine.NotAdmittedException.class, e -> assertThat(e.reason().code()).isEqualTo(code));
    }

    @Test
    void theSignalIsNotGivenWithinTheTurnThatAsks_R_stop_5() throws Exception {
        sleeper();
        assertThat(platform.call("s", "asks", "destroy", "nothing")).isEqualTo("--");
    }

    @Test
    void startHooksCannotAsk_R_stop_1_R_stop_2() throws Exception {
        class Early extends Actor<Void> {
            @Override
            protected void onWake() {
                for (Runnable ask : new Runnable[] { this::requestSleep, this::requestDestroy }) {
                    try {
                        ask.run();
                    } catch (RivetException e) {
                        TRACE.add(e.group() + "." + e.code());
                    }
                }
            }
        }
        platform.type("early", Early::new);
        platform.start("early", "e");
        assertThat(TRACE).containsExactly("actor.starting", "actor.starting");
        assertThat(platform.intents).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void aWishIsPartOfItsTurn_R_stop_3(boolean destroy) throws Exception {
        sleeper();
        platform.call("s", "late");
        storage.fault = FaultyStorage.Fault.REFUSE;
        assertCode(() -> platform.call("s", "change", destroy), "actor", "storage_failed");
        storage.fault = FaultyStorage.Fault.NONE;
        TestPlatform.until(() -> admitted());
        assertThat(platform.intents).isEmpty();
        platform.call("s", "change", destroy);
        TestPlatform.until(() -> platform.intents.size() == 1);
    }

    @Test
    void whatComesBeforeItIsKnownWhetherTheActorIsDestroyedWaitsForThat_R_stop_3() throws Exception {
        sleeper();
        platform.call("s", "late");
        storage.gate = new CompletableFuture<>();
        storage.failNext = true;
        CompletableFuture<Object> change = platform.callLater("s", "change", true);
        TestPlatform.until(() -> TRACE.contains("asked"));
        CompletableFuture<Object> behind = platform.callLater("s", "late");
        assertThat(behind).isNotDone();
        storage.gate.complete(null);
        assertCode(() -> TestPlatform.await(change), "actor", "storage_failed");
        assertThat(TestPlatform.await(behind)).as("what the actor that lives on answers").isEqualTo(0);
        assertThat(platform.intents).isEmpty();
    }

    /** The actor lives on and takes work; what its turn had asked for is taken back a moment after its caller heard of the failure. */
    private boolean admitted() {
        try {
            return platform.call("s", "late").equals(0);
        } catch (Exception e) {
            return false;
        }
    }

    // ------------------------------------------------------------------ the grace

    @ParameterizedTest
    @ValueSource(strings = { "turn", "interval" })
    void backgroundWorkOfTheLastHookIsWaitedForAndSaved_R_sleep_4_R_stop_10(String durability) throws Exception {
        lastly = "waits until";
        sleeper("durability", durability, "stateSaveInterval", 60_000);
        platform.putToSleep("s");
        assertThat(TRACE).containsExactly("onSleep", "background begins", "background ends", "nested");
        lastly = "";
        platform.start("sleeper", "s");
        assertThat(platform.call("s", "late")).isEqualTo(1);
    }

    @Test
    void aFailureInTheBackgroundStopsNothing_R_sleep_6() throws Exception {
        lastly = "fails in the background";
        sleeper();
        platform.putToSleep("s");
        assertThat(TRACE).containsExactly("onSleep", "the other");
    }

    @Test
    void theGraceEndsWhenAllIsDone_R_sleep_4() throws Exception {
        lastly = "keeps awake";
        sleeper("sleepGracePeriod", 60_000);
        CompletableFuture<Void> stop = platform.stopLater("s", StopCause.SLEEP_INTENT);
        TestPlatform.until(() -> TRACE.contains("onSleep"));
        assertThat(stop).isNotDone();
        event("go").complete("");
        TestPlatform.await(stop);
    }

    @ParameterizedTest
    @ValueSource(strings = { "keep", "until", "inTheBackground", "forked" })
    void atTheDeadlineWorkIsGivenUp_R_sleep_4(String action) throws Exception {
        sleeper("sleepGracePeriod", 100);
        platform.call("s", action, "never");
        platform.putToSleep("s");
        assertThat(TRACE).contains("onSleep");
        platform.start("sleeper", "s");
        assertThat(platform.call("s", "late")).isEqualTo(0);
    }

    @Test
    void workThatIsDeclaredTooLateIsSwallowed_R_sleep_6_R_sleep_9() throws Exception {
        sleeper("sleepGracePeriod", 50);
        CompletableFuture<Object> late = platform.callLater("s", "declareLate", "go");
        TestPlatform.until(() -> TRACE.contains("waits"));
        platform.putToSleep("s");
        latch("go").countDown();
        TestPlatform.until(() -> TRACE.contains("swallowed"));
        assertThat(late).isCompletedExceptionally();
        assertThat(TRACE).doesNotContain("never");
    }

    @Test
    void connectionsHearTheLastHookBeforeTheyAreClosed() throws Exception {
        sleeper();
        TestPlatform.Client client = platform.connect("s");
        client.await(1);
        client.subscribe("sleeping");
        client.call("late");
        client.await(2);
        platform.putToSleep("s");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1011 actor.stopped");
        assertThat(client.messages).last().isInstanceOfSatisfying(ToClient.Event.class, event -> assertThat(event.name()).isEqualTo("sleeping"));
        assertThat(TRACE).containsExactly("onSleep", "onDisconnect");
    }

    @Test
    void connectionsOfADestroyedActorAreClosedFirst_R_stop_17() throws Exception {
        sleeper();
        TestPlatform.Client client = platform.connect("s");
        client.await(1);
        platform.stop("s", StopCause.DESTROY);
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1000 ");
        assertThat(TRACE).containsExactlyInAnyOrder("onDisconnect", "onDestroy");
    }

    // ------------------------------------------------------------------ destruction during sleep, sleep during destruction

    @Test
    void anActorThatGoesToSleepMayAskForItsDestruction_R_stop_2_R_stop_13() throws Exception {
        lastly = "destroys";
        sleeper();
        platform.stop("s", StopCause.SLEEP_INTENT);
        assertThat(TRACE).containsExactly("onSleep", "onDestroy");
        assertThat(platform.intents).containsExactly("stop s");
    }

    @Test
    void aDestructionTurnsASleepIntoOne_R_stop_13() throws Exception {
        lastly = "waits";
        sleeper();
        TestPlatform.Client client = platform.connect("s");
        client.await(1);
        CompletableFuture<Void> sleep = platform.stopLater("s", StopCause.SLEEP_INTENT);
        TestPlatform.until(() -> TRACE.contains("onSleep"));
        CompletableFuture<Void> destroy = platform.stopLater("s", StopCause.DESTROY);
        TestPlatform.until(() -> TRACE.contains("onDestroy"));
        assertThat(sleep).isNotDone();
        event("go").complete("");
        TestPlatform.await(destroy);
        TestPlatform.await(sleep);
        assertThat(TRACE).containsExactly("onSleep", "onDestroy", "onDisconnect");
        assertThat(TestPlatform.await(client.closed)).isEqualTo("1000 ");
    }

    @Test
    void theSameStopTwiceIsOne_R_stop_13() throws Exception {
        lastly = "waits";
        sleeper();
        CompletableFuture<Void> first = platform.stopLater("s", StopCause.SLEEP_INTENT);
        TestPlatform.until(() -> TRACE.contains("onSleep"));
        CompletableFuture<Void> second = platform.stopLater("s", StopCause.GOING_AWAY);
        assertThat(second).isNotDone();
        event("go").complete("");
        TestPlatform.await(first);
        TestPlatform.await(second);
        assertThat(TRACE).containsExactly("onSleep");
    }

    @Test
    void sleepDuringADestructionChangesNothing_R_stop_1_R_stop_13() throws Exception {
        lastly = "sleeps";
        sleeper();
        CompletableFuture<Void> destroy = platform.stopLater("s", StopCause.DESTROY);
        CompletableFuture<Void> sleep = platform.stopLater("s", StopCause.SLEEP_INTENT);
        TestPlatform.await(destroy);
        TestPlatform.await(sleep);
        assertThat(TRACE).containsExactly("onDestroy", "stopping");
        assertThat(platform.intents).isEmpty();
    }

    @Test
    void sleepDuringSleepIsSilent_R_stop_1() throws Exception {
        lastly = "sleeps";
        sleeper();
        platform.putToSleep("s");
        assertThat(TRACE).containsExactly("onSleep", "silent");
    }

    @Test
    void anActorThatHasEndedIsStoppedAtOnce_R_stop_14() throws Exception {
        sleeper();
        platform.putToSleep("s");
        platform.stop("s", StopCause.DESTROY);
        assertThat(TRACE).containsExactly("onSleep");
    }
}
