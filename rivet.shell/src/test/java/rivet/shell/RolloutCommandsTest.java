package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
    void aRollOutIsResumed() throws Exception {
        assertThat(terminal.run("rivet:rollout counter --resume")).contains("3.0.0").doesNotContain("paused");
        assertThat(terminal.run("rivet:versions counter")).doesNotContain("paused");
        assertThat(terminal.fail("rivet:rollout --resume nothing")).isEqualTo("actor.not_registered: Actor type 'nothing' is not registered.");
    }
}
