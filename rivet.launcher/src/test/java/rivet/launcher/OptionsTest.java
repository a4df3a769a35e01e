package rivet.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionsTest {

    private static final Path JAR = Path.of("/opt/rivet");

    private static Options parse(String... arguments) {
        return Options.parse(List.of(arguments), JAR);
    }

    @Test
    void everythingIsBesideTheJar() {
        Options options = parse();
        assertThat(options.data()).isEqualTo(JAR.resolve("data"));
        assertThat(options.bundles()).isEqualTo(JAR.resolve("bundles"));
        assertThat(options.port()).isEmpty();
        assertThat(options.testMode()).isFalse();
        assertThat(options.shell()).isTrue();
    }

    @Test
    void foldersMayBeMovedTogetherOrAlone() {
        Options options = parse("--home", "/srv", "--data", "/disk");
        assertThat(options.data()).isEqualTo(Path.of("/disk"));
        assertThat(options.bundles()).isEqualTo(Path.of("/srv/bundles"));
    }

    @Test
    void saysWhatIsWrong() {
        assertThatIllegalArgumentException().isThrownBy(() -> parse("--prot", "1")).withMessageContaining("--prot");
        assertThatIllegalArgumentException().isThrownBy(() -> parse("--port")).withMessageContaining("needs a value");
        assertThatIllegalArgumentException().isThrownBy(() -> parse("--port", "65536")).withMessageContaining("65536");
    }

    @Test
    void becomesFrameworkProperties(@TempDir Path home) throws Exception {
        Files.createDirectories(home.resolve("etc"));
        Files.writeString(home.resolve("etc/b.json"), """
            { ":configurator:resource-version": 1, ":configurator:symbolic-name": "b", ":configurator:version": "1.0.0" }
            """);
        Options options = parse("--home", home.toString(), "--port", "7000", "--test-mode");
        assertThat(Main.properties(options, 2, false))
            .containsEntry("jdk.virtualThreadScheduler.parallelism", "16")
            .containsEntry("rivet.port", "7000")
            .containsEntry("rivet.test", "true")
            .containsEntry("rivet.adminPort", "off")
            .containsEntry("gosh.args", "--nointeractive")
            .containsEntry("felix.fileinstall.dir", home.resolve("bundles").toString())
            .containsEntry("configurator.initial", home.resolve("etc/b.json").toUri().toString());
        assertThat(Main.properties(options, 8, true)).containsEntry("jdk.virtualThreadScheduler.parallelism", "32").doesNotContainKey("gosh.args");
    }

    @Test
    void theAdminPortIsOpenedUnlessSaidOtherwise(@TempDir Path home) throws Exception {
        assertThat(Main.properties(parse("--home", home.toString()), 2, false)).as("where its configuration says").doesNotContainKey("rivet.adminPort");
        assertThat(Main.properties(parse("--home", home.toString(), "--admin-port", "7001", "--test-mode"), 2, false)).containsEntry("rivet.adminPort", "7001");
        assertThat(parse("--admin-port", "off").adminPort()).contains("off");
        assertThatIllegalArgumentException().isThrownBy(() -> parse("--admin-port", "on")).withMessageContaining("on");
    }

    @Test
    void configurationThatWouldBeIgnoredIsRefused(@TempDir Path home) throws Exception {
        Files.createDirectories(home.resolve("etc"));
        Files.writeString(home.resolve("etc/b.json"), """
            { ":configurator:resource-version": 1, "some.Component": { "limit": 1 } }
            """);
        assertThatIllegalArgumentException().isThrownBy(() -> Main.properties(parse("--home", home.toString()), 2, false))
            .withMessageContaining("b.json lacks \":configurator:symbolic-name\"");
    }
}
