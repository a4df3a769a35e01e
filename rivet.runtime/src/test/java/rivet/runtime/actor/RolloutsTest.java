package rivet.runtime.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.Pace;
import rivet.inspect.Rollout;
import rivet.inspect.RolloutEvent;
import rivet.inspect.RolloutEvent.Kind;
import rivet.inspect.TypeVersion;
import rivet.runtime.actor.ReplacementTest.Versioned;
import rivet.runtime.host.HostRollouts;
import rivet.runtime.type.FactoryGeneration;

/** What an operator says of roll-outs (design.md section 6). */
class RolloutsTest {

    private static final String TYPE = "v";

    @TempDir
    Path data;

    private TestPlatform platform;
    private HostRollouts rollouts;

    @BeforeEach
    void start() {
        platform = new TestPlatform(data);
        rollouts = platform.rollouts();
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    private void version(String version) {
        platform.type(TYPE, version, () -> new Versioned(version));
    }

    private String given() throws Exception {
        String id = "a" + System.nanoTime();
        platform.start(TYPE, id);
        return (String) platform.call(id, "version");
    }

    private List<String> passedOver() {
        return rollouts.versions(TYPE).stream().filter(version -> version.paused().isPresent()).map(TypeVersion::version).toList();
    }

    private static void assertFails(ErrorCode code, ThrowingCallable command) {
        assertThatThrownBy(command).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.group() + "." + e.code()).isEqualTo(code.reason()));
    }

    @Test
    void anOlderVersionThatIsRolledOutIsGivenInsteadOfTheBetterOnes() throws Exception {
        version("1.0.0");
        version("2.0.0");
        version("3.0.0");
        assertThat(rollouts.rollout(TYPE)).isEmpty();
        assertThat(given()).isEqualTo("3.0.0");
        Rollout rollout = rollouts.rollOut(TYPE, "1.0.0", Pace.WHEN_THEY_SLEEP);
        assertThat(rollout).extracting(Rollout::version, Rollout::bundle, Rollout::pace, Rollout::stage, Rollout::waiting, Rollout::onIt)
            .containsExactly("1.0.0", "test", Pace.WHEN_THEY_SLEEP, Rollout.Stage.GOING_ON, 1, 0);
        assertThat(given()).isEqualTo("1.0.0");
        assertThat(passedOver()).containsExactly("3.0.0", "2.0.0");
        assertThat(rollouts.versions(TYPE).getFirst().paused()).contains("version 1.0.0 was chosen");
        rollouts.rollOut(TYPE, "2.0.0", Pace.WHEN_THEY_SLEEP);
        assertThat(given()).isEqualTo("2.0.0");
        assertThat(passedOver()).containsExactly("3.0.0");
        assertThat(rollouts.resume(TYPE)).isEqualTo(1);
        assertThat(given()).isEqualTo("3.0.0");
        assertThat(rollouts.rollout(TYPE).orElseThrow()).extracting(Rollout::version, Rollout::pace).containsExactly("3.0.0", Pace.WHEN_THEY_SLEEP);
    }

    @Test
    void aPausedRollOutIsGivenToNobodyUntilItIsResumed() throws Exception {
        version("1.0.0");
        assertFails(ErrorCode.ROLLOUT_NO_OTHER_VERSION, () -> rollouts.pause(TYPE, "no"));
        version("2.0.0");
        Rollout paused = rollouts.pause(TYPE, "lunch");
        assertThat(paused).extracting(Rollout::version, Rollout::stage).containsExactly("2.0.0", Rollout.Stage.PAUSED);
        assertThat(paused.paused()).contains("lunch");
        assertThat(given()).isEqualTo("1.0.0");
        rollouts.resume(TYPE);
        assertThat(given()).isEqualTo("2.0.0");
    }

    @Test
    void aRollBackGoesToTheNextBestAndABetterVersionStillIsGiven() throws Exception {
        version("1.0.0");
        version("2.0.0");
        assertThat(rollouts.rollBack(TYPE)).extracting(Rollout::version, Rollout::pace).containsExactly("1.0.0", Pace.ALL_AT_ONCE);
        assertThat(given()).isEqualTo("1.0.0");
        assertThat(passedOver()).containsExactly("2.0.0");
        assertFails(ErrorCode.ROLLOUT_NO_OTHER_VERSION, () -> rollouts.rollBack(TYPE));
        version("2.0.1");
        assertThat(given()).isEqualTo("2.0.1");
    }

    @Test
    void whatIsNotThereCannotBeRolledOut() {
        assertFails(ErrorCode.ACTOR_NOT_REGISTERED, () -> rollouts.rollOut("nothing", "1.0.0", Pace.ALL_AT_ONCE));
        assertFails(ErrorCode.ACTOR_NOT_REGISTERED, () -> rollouts.rollout("nothing"));
        version("1.0.0");
        assertFails(ErrorCode.ROLLOUT_VERSION_NOT_FOUND, () -> rollouts.rollOut(TYPE, "2.0.0", Pace.ALL_AT_ONCE));
        assertFails(ErrorCode.ROLLOUT_NO_OTHER_VERSION, () -> rollouts.rollBack(TYPE));
        assertThatIllegalArgumentException().isThrownBy(() -> new Pace.PerSecond(0));
    }

    private void restart() {
        platform.close();
        start();
    }

    @Test
    void whatWasPassedOverStaysSoAfterARestartAndTheRollOutGoesOn() throws Exception {
        version("1.0.0");
        version("2.0.0");
        version("3.0.0");
        rollouts.pause(TYPE, "lunch");
        rollouts.rollOut(TYPE, "1.0.0", new Pace.PerSecond(2));
        Rollout before = rollouts.rollout(TYPE).orElseThrow();

        restart();
        version("1.0.0");
        version("2.0.0");
        version("3.0.0");
        assertThat(passedOver()).containsExactly("3.0.0", "2.0.0");
        assertThat(rollouts.versions(TYPE)).extracting(version -> version.paused().orElse("")).containsExactly("lunch", "version 1.0.0 was chosen", "");
        assertThat(given()).isEqualTo("1.0.0");
        assertThat(rollouts.rollout(TYPE).orElseThrow()).extracting(Rollout::version, Rollout::pace, rollout -> rollout.begun().toEpochMilli())
            .containsExactly("1.0.0", new Pace.PerSecond(2), before.begun().toEpochMilli());

        assertThat(rollouts.resume(TYPE)).isEqualTo(2);
        restart();
        version("1.0.0");
        version("3.0.0");
        assertThat(passedOver()).as("a pause that was ended does not come back").isEmpty();
    }

    @Test
    void aPauseIsOfTheVeryCodeAndEndsWithIt() throws Exception {
        version("1.0.0");
        FactoryGeneration two = platform.type(TYPE, "2.0.0", () -> new Versioned("2.0.0"));
        rollouts.rollBack(TYPE);
        assertThat(passedOver()).containsExactly("2.0.0");
        platform.host().factoryRemoved(two);
        version("2.0.0");
        assertThat(passedOver()).as("dropped anew").isEmpty();

        rollouts.pause(TYPE, "again");
        assertThat(passedOver()).containsExactly("2.0.0");
        restart();
        platform.content = "another build";
        version("1.0.0");
        version("2.0.0");
        assertThat(passedOver()).as("of the same version, but not the same").isEmpty();
    }

    @Test
    void theHistoryTellsWhoDidWhatAndIsKept() throws Exception {
        assertFails(ErrorCode.ACTOR_NOT_REGISTERED, () -> rollouts.history(TYPE));
        version("1.0.0");
        version("2.0.0");
        rollouts.by("ann").pause(TYPE, "lunch");
        rollouts.by("ben").resume(TYPE);
        rollouts.by("ann").rollBack(TYPE);
        restart();
        assertThat(rollouts.history(TYPE)).extracting(RolloutEvent::kind, RolloutEvent::version, RolloutEvent::by, RolloutEvent::reason)
            .filteredOn(event -> event.toList().getFirst() != Kind.DONE).containsExactly(
                tuple(Kind.BEGUN, "1.0.0", "ann", ""), tuple(Kind.ROLLED_BACK, "2.0.0", "ann", "to test 1.0.0"), tuple(Kind.BEGUN, "2.0.0", "ben", ""),
                tuple(Kind.RESUMED, "2.0.0", "ben", "1 pause ended"), tuple(Kind.PAUSED, "2.0.0", "ann", "lunch"));
        assertThat(rollouts.history(TYPE).getFirst().type()).isEqualTo(TYPE);
    }

    @Test
    void theHistoryIsBoundedAndKeepsTheLatestRollOut() throws Exception {
        version("1.0.0");
        version("2.0.0");
        rollouts.rollOut(TYPE, "1.0.0", Pace.WHEN_THEY_SLEEP);
        FactoryGeneration.Origin origin = platform.factories().all().get(TYPE).getFirst().origin();
        for (int i = 0; i < 100; i++) {
            platform.book().came(TYPE, origin);
            platform.book().came(TYPE, origin); // no news
            platform.book().went(TYPE, origin);
        }
        assertThat(rollouts.history(TYPE)).hasSize(100);
        restart();
        assertThat(rollouts.history(TYPE)).hasSize(100).extracting(RolloutEvent::kind).startsWith(Kind.GONE, Kind.CAME, Kind.GONE).endsWith(Kind.BEGUN);
    }
}
