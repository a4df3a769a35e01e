package rivet.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import rivet.bench.client.BenchException;
import rivet.bench.process.Target;
import rivet.bench.raw.RawScenario;
import rivet.bench.scenario.ActionScenario;
import rivet.bench.scenario.Bed;
import rivet.bench.scenario.Scenario;
import rivet.bench.wire.Bytes;
import rivet.bench.wire.Json;

/**
 * Measures a server through the client protocol, and in the same run a null server and SQLite alone, and says what of
 * both it reaches. Started from the class path that the build step {@code benchpath} writes.
 */
public final class Bench {

    private static final Duration GRACE = Duration.ofMinutes(5);

    private final Options options;
    private final PrintStream out;
    private final Results results = new Results();
    private final Set<Target> hot = new HashSet<>();
    private final List<String> failures = new ArrayList<>();
    private final AtomicInteger serial = new AtomicInteger();
    private final String run = Long.toString(System.currentTimeMillis() / 1000, 36);
    private final Path folder;

    private Bench(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
        folder = options.data().resolve("run-" + run);
    }

    public static void main(String[] args) throws Exception {
        try {
            Options options = Options.parse(args);
            if (options.help()) {
                System.out.print(Options.USAGE);
            } else if (options.list()) {
                list(System.out);
            } else {
                new Bench(options, System.out).run();
            }
            System.exit(0);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + Options.USAGE);
            System.exit(2);
        } catch (BenchException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void list(PrintStream out) {
        for (Comparison comparison : Comparison.all()) {
            out.printf("%-14s %s %s%n", comparison.scenario().name(), String.join(" ", comparison.sides()),
                String.join(" ", comparison.raw().stream().map(RawScenario::name).toList()));
        }
    }

    private void run() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        try (Sides sides = new Sides(options, folder)) {
            if (!options.sustained().isZero()) {
                Target ours = sides.get(Sides.OURS).orElseThrow(() -> new BenchException("--minutes needs a server"));
                new Sustained(options, out).run(bed(ours), results);
            } else {
                compare(sides);
            }
        } finally {
            Folders.delete(folder);
        }
        out.println();
        out.println(new Table(results).markdown());
        write();
        if (!failures.isEmpty()) {
            throw new BenchException(failures.size() + " measurements failed");
        }
    }

    private void compare(Sides sides) throws IOException, InterruptedException {
        for (Comparison comparison : Comparison.all()) {
            for (int round = 0; round < options.rounds(); round++) {
                for (RawScenario raw : comparison.raw()) {
                    if (options.chosen(raw.name(), false)) {
                        raw(raw);
                    }
                }
                for (String side : comparison.sides()) {
                    if (sides.get(side).isPresent() && options.chosen(comparison.scenario().name(), comparison.scenario().onDemand())) {
                        server(comparison, sides.get(side).get(), side);
                    }
                }
            }
        }
    }

    private void raw(RawScenario raw) throws IOException, InterruptedException {
        Path own = Files.createDirectories(folder.resolve("raw"));
        measure(raw.name(), Sides.RAW, () -> raw.run(own, options.plan().warmUp(), options.plan().window()));
        Folders.delete(own);
    }

    private void server(Comparison comparison, Target target, String side) throws InterruptedException {
        if (!comparison.scenario().startsServers()) {
            heat(target, side);
        }
        if (!comparison.scenario().startsServers() || target.restartable()) {
            measure(comparison.scenario().name(), side, () -> comparison.scenario().run(bed(target)));
        }
    }

    /** Brings client and server to full speed: measured cold, the first scenarios would look worse than they are. */
    private void heat(Target target, String side) throws InterruptedException {
        if (hot.add(target)) {
            for (boolean http : new boolean[] {false, true}) {
                Scenario heating = new ActionScenario("heating", ActionScenario.Action.NOOP, http, 10, 16);
                bounded("heating " + side, () -> heating.run(bed(target)));
            }
        }
    }

    private void measure(String scenario, String side, Callable<Map<String, Double>> work) throws InterruptedException {
        bounded(scenario + " on " + side, work).ifPresent(values -> {
            Sample sample = new Sample(scenario, side, values);
            results.add(sample);
            out.println(Lines.of(sample));
        });
    }

    private Optional<Map<String, Double>> bounded(String what, Callable<Map<String, Double>> work) throws InterruptedException {
        try {
            return Optional.of(Bounded.call(what, options.plan().window().plus(GRACE), work));
        } catch (BenchException e) {
            failures.add(e.getMessage());
            out.println("FAILED " + e.getMessage());
            return Optional.empty();
        }
    }

    private Bed bed(Target target) {
        return new Bed(target, options.encoding(), options.plan(), options.actors(), run, serial);
    }

    private void write() throws IOException {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("machine", Map.of("processors", Runtime.getRuntime().availableProcessors(), "java", System.getProperty("java.vm.version"),
            "system", System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + System.getProperty("os.arch")));
        file.put("seconds", options.plan().window().toNanos() / 1e9);
        file.put("rounds", options.rounds());
        file.put("encoding", options.encoding());
        file.put("medians", results.medians());
        file.put("samples", results.all());
        file.put("failures", failures);
        Bytes json = new Bytes(1 << 16);
        Json.write(json, file);
        Files.write(options.json(), json.toArray());
        out.println("results in " + options.json());
    }
}
