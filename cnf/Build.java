import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

import org.osgi.service.resolver.ResolutionException;

import aQute.bnd.build.Container;
import aQute.bnd.build.Project;
import aQute.bnd.build.Workspace;
import aQute.bnd.osgi.FileResource;
import aQute.bnd.osgi.JarResource;
import aQute.bnd.osgi.Processor;
import aQute.lib.io.IO;
import biz.aQute.resolve.Bndrun;
import biz.aQute.resolve.ResolveProcess;

/**
 * Builds the workspace the way Bndtools does, from a command line. Steps, in the order given: setup (for the script rivet), clean, build, resolve (write -runbundles), verify
 * (fail if they would change), test (unit), fuzz (property tests only, -Dfuzz.tries=N), itest (in a framework), npm (with the npm client), export,
 * client (collect the jars of the Java client), benchpath and simpath (write the class paths of rivet.bench and of the simulation, which run without
 * a framework).
 */
public class Build {

    private static final ToolProvider JAVAC = ToolProvider.findFirst("javac").orElseThrow();
    private static final List<String> LAUNCHER = List.of("Main", "Options", "Options$Reader", "DataLock");

    /** What the launcher puts into a new folder bundles, see its Main. */
    private static final List<String> FIRST_BUNDLES = List.of("rivet.demo.actors.jar", "rivet.demo.web.jar");

    /** How many inputs a property is tried with in the quick set. */
    private static final String TRIES = "300";

    /** What a program that calls actors needs: bundles of ours, and of others. */
    private static final List<String> CLIENT = List.of("rivet.api", "rivet.client", "rivet.protocol");
    private static final List<String> CLIENT_LIBRARIES = List.of("com.fasterxml.jackson.", "slf4j.");

    private final Workspace workspace;
    private final Path root;
    private final Path reports;
    private final Reports counts = new Reports();
    private final ResultFile results;

    public static void main(String[] args) throws Exception {
        Path root = Path.of("..").toRealPath();
        System.exit(new Build(root).run(args.length == 0 ? List.of("build", "test", "itest") : List.of(args)) ? 0 : 1);
    }

    Build(Path root) throws Exception {
        this.root = root;
        this.workspace = Workspace.getWorkspace(root.toFile());
        workspace.setProperty("maven.central", System.getProperty("maven.central"));
        this.reports = root.resolve("cnf/target/reports");
        this.results = new ResultFile(root);
    }

    boolean run(List<String> steps) throws Exception {
        boolean done = false;
        try (workspace) {
            for (String step : steps) {
                long start = System.nanoTime();
                int passed = counts.passed();
                int failed = counts.failed();
                try {
                    step(step);
                } finally {
                    double seconds = (System.nanoTime() - start) / 1e9;
                    System.out.printf("%-8s %5.1f s%n", step, seconds);
                    results.step(step, seconds, counts.passed() - passed, counts.failed() - failed);
                }
            }
            done = true;
        } catch (Failure e) {
            System.out.println(e.getMessage());
            results.remark("ended early: " + e.getMessage().lines().findFirst().orElse(""));
        }
        if (steps.contains("test") || steps.contains("fuzz") || steps.contains("itest") || steps.contains("npm")) {
            boolean none = counts.passed() + counts.failed() == 0;
            System.out.printf("%d passed, %d failed%n", counts.passed(), counts.failed() + (done && !none ? 0 : 1));
            done &= !none;
        }
        if (Boolean.parseBoolean(System.getenv("RIVET_FULL"))) {
            results.write();
        }
        return done && counts.failed() == 0;
    }

    private void step(String step) throws Exception {
        switch (step) {
            case "setup" -> setup();
            case "clean" -> clean();
            case "build" -> build();
            case "test" -> unitTest();
            case "fuzz" -> fuzz();
            case "resolve" -> resolve(true);
            case "verify" -> resolve(false);
            case "itest" -> integrationTest();
            case "npm" -> npmTest();
            case "export" -> export();
            case "client" -> client();
            case "benchpath" -> benchPath();
            case "simpath" -> simulationPath();
            default -> throw new IllegalArgumentException("no step " + step);
        }
    }

    /** Leaves what Maven found out to those who run this without Maven: the class path, and where the repository is. */
    private void setup() throws Exception {
        Path arguments = Files.createDirectories(root.resolve("cnf/target")).resolve("java.args");
        Files.write(arguments, List.of("-Dmaven.central=" + System.getProperty("maven.central"), "-cp", "\"" + System.getProperty("java.class.path") + "\""));
    }

    private void clean() throws Exception {
        for (Project project : workspace.getAllProjects()) {
            project.clean();
        }
    }

    private void build() throws Exception {
        for (Project project : workspace.getBuildOrder()) {
            List<String> path = paths(project.getBuildpath());
            check(project);
            compile(project, project.getFile("src/main/java"), project.getOutput(), path);
            path.add(0, project.getOutput().getPath());
            path.addAll(paths(project.getTestpath()));
            compile(project, project.getTestSrc(), project.getTestOutput(), path);
            WebPage.of(project.getBase().toPath(), project.getTarget().toPath()).build();
            project.build();
            check(project);
        }
        check(workspace);
    }

    private void compile(Project project, File from, File to, List<String> path) throws Exception {
        List<String> command = new ArrayList<>(List.of("--release", project.getProperty("javac.target"), "-g", "-parameters",
            "-encoding", "UTF-8", "-Xlint:all,-processing,-classfile,-path", "-proc:none", "-d", to.getPath(), "-cp", String.join(File.pathSeparator, path)));
        // what was compiled of files that are gone would still be packed and tested
        IO.delete(to);
        IO.mkdirs(to);
        int options = command.size();
        for (Path file : files(from.toPath(), ".java")) {
            command.add(file.toString());
        }
        if (command.size() > options) {
            check(JAVAC.run(System.out, System.err, command.toArray(String[]::new)) == 0, project + " does not compile");
        }
    }

    private static List<Path> files(Path folder, String suffix) throws Exception {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(f -> Files.isRegularFile(f) && f.toString().endsWith(suffix)).sorted().toList();
        }
    }

    private static List<String> paths(Collection<Container> containers) throws Exception {
        List<String> paths = new ArrayList<>();
        for (Container container : containers) {
            paths.add(container.getFile().getPath());
        }
        return paths;
    }

    private void unitTest() throws Exception {
        for (Project project : workspace.getBuildOrder()) {
            if (!files(project.getTestSrc().toPath(), ".java").isEmpty()) {
                unitTest(project);
            }
        }
    }

    /** The property tests alone, of the projects that have any. */
    private void fuzz() throws Exception {
        for (Project project : workspace.getBuildOrder()) {
            if (paths(project.getTestpath()).stream().anyMatch(path -> path.contains("jqwik-engine"))) {
                unitTest(project, "--include-engine=jqwik");
            }
        }
    }

    private void unitTest(Project project, String... options) throws Exception {
        List<String> path = new ArrayList<>(List.of(project.getTestOutput().getPath(), project.getOutput().getPath(),
            project.getFile("src/main/resources").getPath(), project.getFile("src/test/resources").getPath()));
        path.addAll(paths(project.getTestpath()));
        path.addAll(paths(project.getBuildpath()));
        Path report = fresh("unit", project.getName());
        Path log = report.resolve("output.log");
        Files.createDirectories(report);
        long start = System.nanoTime();
        // all in one class loader, where Lincheck looks for itself; it attaches its own agent
        // the last two are the simulation's: it runs virtual threads itself, and lets go of those whose process was killed
        List<String> command = new ArrayList<>(List.of("-ea", "--enable-native-access=ALL-UNNAMED", "-XX:+EnableDynamicAgentLoading",
            "--sun-misc-unsafe-memory-access=allow", "--add-opens", "java.base/java.lang=ALL-UNNAMED", "-Djdk.trackAllThreads=false",
            "-Djqwik.tries.default=" + System.getProperty("fuzz.tries", TRIES), "-Djqwik.database=", "-Djqwik.reporting.onlyfailures=true",
            "-cp", console() + File.pathSeparator + String.join(File.pathSeparator, path), "org.junit.platform.console.ConsoleLauncher", "execute",
            "--scan-classpath", project.getTestOutput().getPath(), "--reports-dir", report.toString(), "--details=summary", "--disable-banner"));
        command.addAll(List.of(options));
        int exit = fork(log, command.toArray(String[]::new));
        int failedBefore = counts.failed();
        int tests = counts.read(report);
        System.out.printf("  %-16s %5d tests %5.1f s%n", project.getName(), tests, (System.nanoTime() - start) / 1e9);
        check(exit == 0 || counts.failed() > failedBefore, project + ": the test JVM ended with " + exit + ", see " + root.relativize(log));
    }

    private void resolve(boolean write) throws Exception {
        for (Path file : bndruns("")) {
            try (Bndrun run = Bndrun.createBndrun(workspace, file.toFile())) {
                run.resolve(!write, write);
                check(run);
            } catch (ResolutionException e) {
                throw new Failure(root.relativize(file) + "\n" + ResolveProcess.format(e, false));
            }
        }
    }

    private void integrationTest() throws Exception {
        for (Path file : bndruns("itest")) {
            Path report = fresh("itest", file.getParent().getFileName().toString());
            try (Bndrun run = Bndrun.createBndrun(workspace, file.toFile())) {
                run.test(report.toFile(), null);
                int failedBefore = counts.failed();
                check(counts.read(report) > 0, file + " ran no test");
                if (counts.failed() == failedBefore) {
                    check(run);
                }
            }
        }
    }

    private void npmTest() throws Exception {
        export();
        client();
        NpmTests.Count count = new NpmTests(root, results).run();
        counts.add(count.passed(), count.failed());
    }

    private void export() throws Exception {
        for (Path file : bndruns("")) {
            String name = file.getFileName().toString();
            if (!name.startsWith("itest")) {
                export(file, file.resolveSibling("target").resolve(name.replace(".bndrun", ".jar")));
            }
        }
    }

    private void export(Path file, Path jar) throws Exception {
        try (Bndrun run = Bndrun.createBndrun(workspace, file.toFile());
            JarResource result = (JarResource) run.export("bnd.executablejar", Map.of()).getValue()) {
            check(run);
            Attributes manifest = result.getJar().getManifest().getMainAttributes();
            // SQLite loads native code; Java 24 and later ask for leave
            manifest.putValue("Enable-Native-Access", "ALL-UNNAMED");
            // our launcher first: it reads the command line and goes on to bnd's
            manifest.putValue("Main-Class", "rivet.launcher.Main");
            for (String type : LAUNCHER) {
                String path = "rivet/launcher/" + type + ".class";
                result.getJar().putResource(path, new FileResource(root.resolve("rivet.launcher/target/classes").resolve(path)));
            }
            for (String bundle : FIRST_BUNDLES) {
                result.getJar().putResource("first/" + bundle, new FileResource(root.resolve("rivet.demo/target").resolve(bundle)));
            }
            // bnd's launcher leaves the bundles in the framework's storage alone whose digest is the same as before
            result.getJar().calcChecksums(new String[] { "SHA-256" });
            result.getJar().write(jar.toFile());
        }
        System.out.println(root.relativize(jar) + " " + Files.size(jar) / 1024 + " KiB");
    }

    /** Puts all that a program needs to call actors into one folder. */
    private void client() throws Exception {
        File folder = root.resolve("target/client").toFile();
        IO.delete(folder);
        IO.mkdirs(folder);
        for (String bundle : CLIENT) {
            for (File jar : workspace.getProject(bundle).getBuildFiles()) {
                IO.copy(jar, new File(folder, jar.getName()));
            }
        }
        Project project = workspace.getProject("rivet.client");
        List<Container> libraries = new ArrayList<>(project.getBuildpath());
        libraries.addAll(project.getTestpath());
        for (Container library : libraries) {
            if (CLIENT_LIBRARIES.stream().anyMatch(library.getBundleSymbolicName()::startsWith)) {
                IO.copy(library.getFile(), new File(folder, library.getFile().getName()));
            }
        }
        check(project);
    }

    private void benchPath() throws Exception {
        Project bench = workspace.getProject("rivet.bench");
        List<String> path = new ArrayList<>(List.of(bench.getOutput().getPath(), bench.getFile("src/main/resources").getPath()));
        path.addAll(paths(bench.getBuildpath()));
        writePath(bench, path, "bench.classpath");
    }

    private void simulationPath() throws Exception {
        Project test = workspace.getProject("rivet.test");
        List<String> path = new ArrayList<>(List.of(test.getTestOutput().getPath(), test.getOutput().getPath()));
        path.addAll(paths(test.getTestpath()));
        path.addAll(paths(test.getBuildpath()));
        writePath(test, path, "simulation.classpath");
    }

    private static void writePath(Project project, List<String> path, String file) throws Exception {
        check(project);
        Files.writeString(project.getTarget().toPath().resolve(file), String.join(File.pathSeparator, path));
    }

    private List<Path> bndruns(String prefix) throws Exception {
        List<Path> files = new ArrayList<>();
        for (Project project : workspace.getBuildOrder()) {
            try (Stream<Path> list = Files.list(project.getBase().toPath())) {
                list.filter(f -> f.toString().endsWith(".bndrun") && f.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .forEach(files::add);
            }
        }
        return files;
    }

    private static int fork(Path log, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
    }

    private static String console() throws Exception {
        return Path.of(Class.forName("org.junit.platform.console.ConsoleLauncher").getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    }

    private Path fresh(String kind, String name) {
        Path report = reports.resolve(kind).resolve(name);
        IO.delete(report);
        return report;
    }

    private static void check(Processor processor) {
        processor.getWarnings().forEach(w -> System.out.println("warning: " + w));
        check(processor.getErrors().isEmpty(), String.join("\n", processor.getErrors()));
    }

    private static void check(boolean ok, String message) {
        if (!ok) {
            throw new Failure(message);
        }
    }

    private static final class Failure extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }
}
