package rivet.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import rivet.bench.process.Launch;

class OptionsTest {

    @Test
    void quickIsTwoSeconds() {
        Options options = Options.parse("--quick");
        assertThat(options.plan().window()).isEqualTo(Duration.ofSeconds(2));
        assertThat(options.plan().warmUp()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.rounds()).isEqualTo(2);
        assertThat(options.hasServer()).isFalse();
    }

    @Test
    void namesChooseAScenarioOrAllBelow() {
        Options options = Options.parse("--only", "ws.1x1,http,flat");
        assertThat(options.chosen("ws.1x1", false)).isTrue();
        assertThat(options.chosen("ws.1x16", false)).isFalse();
        assertThat(options.chosen("http.100x64", false)).isTrue();
        assertThat(options.chosen("flat", true)).isTrue();
        assertThat(Options.parse().chosen("flat", true)).isFalse();
        assertThat(Options.parse().chosen("ws.1x16", false)).isTrue();
    }

    @Test
    void aCommandWithAPlaceForTheLevelIsMeasuredAtBoth() {
        assertThat(Options.parse("--server", "x --level {level}").bothLevels()).isTrue();
        assertThat(Options.parse("--server", "x").bothLevels()).isFalse();
    }

    @Test
    void whatIsMeasuredIsStartedOrAttached() {
        assertThat(Options.parse("--server", "x", "--url", "http://h:1").launch("power"))
            .isEqualTo(new Launch.Command("x", "power", URI.create("http://h:1")));
        assertThat(Options.parse("--server", "null").launch("process")).isEqualTo(new Launch.Null("memory", "NORMAL"));
        assertThat(Options.parse("--server", "x", "--attach", "http://h:1", "--pid", "7").launch("process"))
            .isEqualTo(new Launch.Attached(URI.create("http://h:1"), Optional.of(7L)));
    }

    @Test
    void theLastServerNamedIsMeasured() {
        assertThat(Options.parse("--server", "x", "--server", "none").hasServer()).isFalse();
        assertThat(Options.parse("--attach", "http://h:1", "--server", "null").launch("process")).isInstanceOf(Launch.Null.class);
    }

    @Test
    void resultsLieInTheDataFolderUnlessSaidOtherwise() {
        assertThat(Options.parse("--data", "d").json()).isEqualTo(Path.of("d", "result.json"));
        assertThat(Options.parse("--json", "r.json").json()).isEqualTo(Path.of("r.json"));
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> Options.parse("--fast", "1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Options.parse("--seconds")).isInstanceOf(IllegalArgumentException.class);
    }
}
