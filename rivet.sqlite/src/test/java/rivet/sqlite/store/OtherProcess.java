package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.assertj.core.api.Assertions;
import org.opentest4j.AssertionFailedError;
import org.slf4j.LoggerFactory;
import org.slf4j.simple.SimpleLogger;
import org.sqlite.JDBC;

import rivet.protocol.sql.SqlText;
import rivet.spi.storage.Storage;

/** Runs a class of the tests in a process of its own. */
final class OtherProcess {

    /** How it ended and what it wrote. */
    record Outcome(int exit, String output) {}

    private OtherProcess() {}

    /**
     * Runs one to its end.
     *
     * @param folder for its output
     * @param launcher what starts the command that follows
     */
    static Outcome run(Path folder, List<String> launcher, Class<?> main, String... args) throws Exception {
        Path output = folder.resolve("output.txt");
        Stream<String> java = Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED", "-cp", classPath(),
            main.getName());
        Stream<String> command = Stream.of(launcher.stream(), java, Stream.of(args)).flatMap(part -> part);
        Process process = new ProcessBuilder(command.toList()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the process ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        return new Outcome(process.exitValue(), Files.readString(output));
    }

    /** The launcher of the tests loads them by a class loader of its own, so the system property does not tell. */
    private static String classPath() {
        return Stream.of(OtherProcess.class, Store.class, Storage.class, SqlText.class, JDBC.class, LoggerFactory.class, SimpleLogger.class,
                Assertions.class, AssertionFailedError.class)
            .map(type -> {
                try {
                    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
                } catch (URISyntaxException e) {
                    throw new IllegalStateException(e);
                }
            })
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    }
}
