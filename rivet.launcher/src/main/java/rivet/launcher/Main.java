package rivet.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts the platform: turns the command line into framework properties, makes the folders, and goes on to bnd's launcher, which starts the framework
 * with the bundles in
 * this jar. Runs before the first virtual thread, whose scheduler it sizes.
 */
public final class Main {

    private static final String BND_LAUNCHER = "aQute.launcher.pre.EmbeddedLauncher";

    /** What a new folder of bundles holds: the demo. Build.java puts it into the jar. */
    private static final List<String> FIRST_BUNDLES = List.of("rivet.demo.actors.jar", "rivet.demo.web.jar");

    /** Without one of these the configurator ignores a file, and tells nobody who would hear it. */
    private static final List<String> NEEDED = List.of("\":configurator:resource-version\"", "\":configurator:symbolic-name\"", "\":configurator:version\"");

    private Main() {}

    /** Starts the platform; returns when it has ended. */
    public static void main(String[] arguments) throws Throwable {
        Options options;
        try {
            options = Options.parse(List.of(arguments), jarFolder());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n\n" + Options.USAGE);
            System.exit(2);
            return;
        }
        if (options.help()) {
            System.out.print(Options.USAGE);
            return;
        }
        prepare(options);
        DataLock lock;
        try {
            lock = DataLock.acquire(options.data());
        } catch (IllegalStateException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            return;
        }
        try {
            start(options);
        } finally {
            lock.close();
        }
    }

    private static void start(Options options) throws Throwable {
        Map<String, String> properties;
        try {
            properties = properties(options, Runtime.getRuntime().availableProcessors(), System.console() != null);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        properties.forEach((name, value) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, value);
            }
        });
        try {
            Class.forName(BND_LAUNCHER).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Path jarFolder() {
        Path jar = Path.of(System.getProperty("java.class.path").split(File.pathSeparator)[0]).toAbsolutePath();
        return jar.getParent();
    }

    private static void prepare(Options options) throws IOException {
        if (!Files.isDirectory(options.bundles())) {
            Files.createDirectories(options.bundles());
            for (String bundle : FIRST_BUNDLES) {
                try (InputStream in = Main.class.getResourceAsStream("/first/" + bundle)) {
                    Files.copy(in, options.bundles().resolve(bundle));
                }
            }
        }
        Files.createDirectories(options.data());
        Files.createDirectories(options.home().resolve("etc"));
    }

    /**
     * Returns the system properties that the platform is started with; those that are set already win.
     *
     * @throws IllegalArgumentException if a file of configuration would be ignored; the message says why
     */
    static Map<String, String> properties(Options options, int processors, boolean terminal) throws IOException {
        Map<String, String> properties = new TreeMap<>();
        // a busy actor keeps its carrier: with one carrier a core, two of them would stop all others (design.md section 4)
        properties.put("jdk.virtualThreadScheduler.parallelism", Integer.toString(Math.max(16, 4 * processors)));
        properties.put("org.osgi.framework.storage", options.data().resolve("framework").toString());
        properties.put("felix.fileinstall.dir", options.bundles().toString());
        properties.put("rivet.data", options.data().toString());
        options.port().ifPresent(port -> properties.put("rivet.port", Integer.toString(port)));
        options.host().ifPresent(host -> properties.put("rivet.host", host));
        // tests start many platforms
        options.adminPort().or(() -> Optional.of("off").filter(off -> options.testMode())).ifPresent(port -> properties.put("rivet.adminPort", port));
        if (options.testMode()) {
            properties.put("rivet.test", "true");
            properties.put("rivet.inspectorTestToken", "token");
        }
        // without a terminal the shell would read the end of its input and stop the platform
        if (!options.shell() || !terminal) {
            properties.put("gosh.args", "--nointeractive");
        }
        logging(properties);
        String configurations = configurations(options.home().resolve("etc"));
        if (!configurations.isEmpty()) {
            properties.put("configurator.initial", configurations);
        }
        return properties;
    }

    /** Lines of the platform and its actors, with the time; of the framework only what somebody should act on. */
    private static void logging(Map<String, String> properties) {
        String logger = "org.slf4j.simpleLogger.";
        properties.put(logger + "showDateTime", "true");
        properties.put(logger + "dateTimeFormat", "yyyy-MM-dd HH:mm:ss.SSS");
        properties.put(logger + "showThreadName", "false");
        properties.put(logger + "showShortLogName", "true");
        properties.put(logger + "log.org.apache.felix", "warn");
        properties.put(logger + "log.org.eclipse.jetty", "warn");
    }

    private static String configurations(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return "";
        }
        List<Path> found;
        try (Stream<Path> files = Files.list(folder)) {
            found = files.filter(f -> f.toString().endsWith(".json")).sorted().toList();
        }
        for (Path file : found) {
            String text = Files.readString(file);
            NEEDED.stream().filter(key -> !text.contains(key)).findFirst().ifPresent(key -> {
                throw new IllegalArgumentException(file + " lacks " + key + ", so the configurator would ignore it");
            });
        }
        return found.stream().map(file -> file.toUri().toString()).collect(Collectors.joining(","));
    }
}
