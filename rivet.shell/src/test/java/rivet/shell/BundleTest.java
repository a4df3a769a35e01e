package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bundle as it is installed. */
class BundleTest {

    // the same from the folder of the project, where an IDE runs tests, and from its siblings, where the build does
    private static final Path JAR = Path.of("../rivet.shell/target/rivet.shell.jar");

    private static final Pattern FUNCTIONS = Pattern.compile("name=\"osgi.command.function\" type=\"String\"(?: value=\"|>)([^<\"]*)");

    @ParameterizedTest
    @ValueSource(classes = { TypeCommands.class, ActorCommands.class, CallCommands.class, LoadCommands.class, RolloutCommands.class,
            InspectCommands.class, QueueCommands.class, ConnectionCommands.class, ScheduleCommands.class, QueryCommands.class, TransferCommands.class, TailCommands.class })
    void offersWhatIsDescribed(Class<?> commands) throws Exception {
        String component = entry("OSGI-INF/" + commands.getName() + ".xml");
        MatchResult functions = FUNCTIONS.matcher(component).results().findFirst().orElseThrow();
        assertThat(functions.group(1).split("\\s+")).containsExactlyInAnyOrderElementsOf(Terminal.functions(commands));
        assertThat(component).contains("name=\"osgi.command.scope\" type=\"String\" value=\"rivet\"");
    }

    @Test
    void resolvesWithoutAShellAndExportsNothing() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            List<String> imports = Arrays.asList(manifest.getValue("Import-Package").split(",(?=[a-z])"));
            assertThat(imports).filteredOn(name -> name.startsWith("org.apache.felix")).singleElement().asString()
                .endsWith("resolution:=optional");
            assertThat(manifest.getValue("Require-Capability")).doesNotContain("gogo");
            assertThat(manifest.getValue("Export-Package")).isNull();
        }
    }

    private static String entry(String name) throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile()); InputStream in = jar.getInputStream(jar.getEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
