package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import rivet.inspect.Pace;
import rivet.inspect.RolloutEvent;
import rivet.inspect.RolloutEvent.Kind;
import rivet.inspect.TypeVersion;

class RolloutCommandsTest {

    private final MemoryRollouts rollouts = new MemoryRollouts();
    private final Terminal terminal = new Terminal(new MemoryInspection(), rollouts);

    @BeforeEach
    void versions() {
        rollouts.versions.add(new TypeVersion("counter", "demo", "3.0.0", 0, 44, 3, 0, Optional.of("actor abc could not be started: no\nway")));
        rollouts.versions.add(new TypeVersion("counter", "demo.old", "2.0.0", 0, 41, 2, 12, Optional.empty()));
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void versionsAreListedWithWhatPausesThem() throws Exception {
        String paused = """
            BUNDLE    VERSION  STATE  AWAKE  ROLL-OUT
            demo      3.0.0        3      0  paused
                paused: actor abc could not be started: no\\nway
            demo.old  2.0.0        2     12  -""";
        assertThat(terminal.run("rivet:versions counter")).isEqualTo(paused);
        assertThat(terminal.run("rivet:rollout counter")).as("only looked at").isEqualTo(paused);
    }

    @Test
    void aVersionIsRolledOutPausedAndRolledBack() throws Exception {
        assertThat(terminal.run("rivet:rollout counter 2.0.0 --pace 2/s")).endsWith("""
            roll-out of demo.old 2.0.0, 2 per second: going on; awake on it 3, to be moved 9, moved 2, failed 1
                abc: not\\ntoday""");
        assertThat(rollouts.user).isEqualTo(System.getProperty("user.name"));
        assertThat(terminal.run("rivet:rollout counter")).contains("2 per second: going on");
        assertThat(terminal.run("rivet:rollout counter 2.0.0")).contains("2.0.0, all at once");
        assertThat(terminal.run("rivet:rollout --pace sleep counter 2.0.0")).contains("when they sleep");
        assertThat(terminal.fail("rivet:rollout counter --pause")).startsWith("rollout.no_other_version");
        assertThat(terminal.fail("rivet:rollout counter --rollback")).startsWith("rollout.no_other_version");
        assertThat(terminal.fail("rivet:rollout counter --rollback --pause")).contains("one of them");
        assertThat(terminal.fail("rivet:rollout counter --rollback 2.0.0")).contains("one of them");
        assertThat(terminal.fail("rivet:rollout counter --pace all")).contains("--pace is for a version");
        assertThat(terminal.fail("rivet:rollout counter 9.0.0")).isEqualTo("rollout.version_not_found: Version 9.0.0 of actor type 'counter' is not there.");
        for (String wrong : List.of("0/s", "fast", "-1/s", "2", "1/m")) {
            assertThat(terminal.fail("rivet:rollout counter 2.0.0 --pace '" + wrong + "'")).contains("a pace is all, sleep").endsWith("not '" + wrong + "'");
        }
    }

    @Test
    void theHistoryIsListed() throws Exception {
        assertThat(terminal.run("rivet:history counter")).isEqualTo("nothing yet");
        Instant at = Instant.parse("2026-11-30T17:44:50.354Z");
        rollouts.events.add(new RolloutEvent("counter", at.plusSeconds(70), Kind.PAUSED, "demo", "3.0.0", "", "platform", "no\nway", Optional.empty(), 0, 0));
        rollouts.events.add(new RolloutEvent("counter", at.plusSeconds(60), Kind.BEGUN, "demo", "3.0.0", "", "ann", "", Optional.of(new Pace.PerSecond(2)), 7, 1));
        rollouts.events.add(new RolloutEvent("counter", at, Kind.CAME, "demo", "3.0.0", "file:bundles/demo.jar", "bundle", "", Optional.empty(), 0, 0));
        assertThat(terminal.run("rivet:history counter")).isEqualTo("""
            AT                    WHAT    BUNDLE  VERSION  BY        MOVED  FAILED
            2026-11-30T17:46:00Z  paused  demo    3.0.0    platform      -       -
                no\\nway
            2026-11-30T17:45:50Z  begun   demo    3.0.0    ann           7       1
                2 per second
            2026-11-30T17:44:50Z  came    demo    3.0.0    bundle        -       -
                from file:bundles/demo.jar""");
        assertThat(terminal.fail("rivet:history nothing")).isEqualTo("actor.not_registered: Actor type 'nothing' is not registered.");
    }

    @Test
    void aRollOutIsResumed() throws Exception {
        assertThat(terminal.run("rivet:rollout counter --resume")).contains("3.0.0").doesNotContain("paused");
        assertThat(rollouts.user).isEqualTo(System.getProperty("user.name"));
        assertThat(terminal.run("rivet:versions counter")).doesNotContain("paused");
        assertThat(terminal.fail("rivet:rollout --resume nothing")).isEqualTo("actor.not_registered: Actor type 'nothing' is not registered.");
    }

    @ParameterizedTest
    @ValueSource(strings = { "counter 2.0.0 --pace 0/s", "counter 2.0.0 --pace fast", "counter 2.0.0 --pace -1/s", "counter 2.0.0 --pause", "counter 2.0.0 --rollback",
            "counter 2.0.0 --resume", "counter --pause --rollback", "counter --resume --pause", "counter --pace all" })
    void whatMakesNoSenseIsRefusedAndChangesNothing(String typed) {
        assertThat(terminal.fail("rivet:rollout " + typed)).startsWith("validation.invalid_input: ");
        assertThat(rollouts.rollout("counter")).as("none was begun").isEmpty();
        assertThat(rollouts.versions.getFirst().paused()).as("still paused").isPresent();
    }
}
