package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import rivet.actor.Action;
import rivet.actor.Actor;

/** What the engine has as an actor's alarm is never later than what the actor has stored, whatever failed in between (design, section 5; R-run-10). */
class WakeTimesTest extends ActorTest {

    private static final long FUTURE = 4_000_000_000_000L;

    @BeforeEach
    void start() throws Exception {
        platform.type("sleeper", Sleeper::new);
        platform.start("sleeper", "s");
    }

    private static final class Sleeper extends Actor<Void> {

        @Action
        public String wakeAt(long millis) {
            setWakeTime(Optional.of(Instant.ofEpochMilli(millis)));
            return wake();
        }

        @Action
        public String wake() {
            return wakeTime().map(Instant::toString).orElse("never");
        }
    }

    private static Instant at(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    private void sleepAndWake() throws Exception {
        platform.putToSleep("s");
        platform.start("sleeper", "s");
    }

    @Test
    void anAlarmThatNobodyWantedIsSetRight() throws Exception {
        platform.call("s", "wakeAt", FUTURE);
        sleepAndWake();
        platform.alarm.put("s", Optional.of(at(FUTURE - 9))); // of a turn that a crash undid
        platform.ring("s");
        assertThat(platform.call("s", "wake")).isEqualTo(at(FUTURE).toString());
        platform.putToSleep("s");
        assertThat(platform.alarm.get("s")).contains(at(FUTURE));
    }

    @Test
    void anAlarmOfAnActorThatWantsNoneIsTakenBack() throws Exception {
        platform.alarm.put("s", Optional.of(at(FUTURE)));
        platform.ring("s");
        assertThat(platform.call("s", "wake")).isEqualTo("never");
        platform.putToSleep("s");
        assertThat(platform.alarm.get("s")).isEmpty();
    }

    @Test
    void anAlarmThatCouldNotBeSetIsSetByTheNextChangeAlthoughThatIsLater() throws Exception {
        platform.call("s", "wakeAt", FUTURE);
        platform.refusesAlarms = true;
        assertThatThrownBy(() -> platform.call("s", "wakeAt", FUTURE - 9)).isNotNull();
        platform.refusesAlarms = false;
        platform.call("s", "wakeAt", FUTURE - 5);
        assertThat(platform.alarm.get("s")).contains(at(FUTURE - 5));
    }

    @Test
    void whileNobodyKnowsTheEnginesAlarmALaterOneWaitsForItsCommit() throws Exception {
        platform.call("s", "wakeAt", FUTURE);
        sleepAndWake();
        platform.ring("s");
        platform.call("s", "wakeAt", FUTURE + 9);
        assertThat(platform.alarm.get("s")).contains(at(FUTURE));
        platform.putToSleep("s");
        assertThat(platform.alarm.get("s")).contains(at(FUTURE + 9));
    }
}
