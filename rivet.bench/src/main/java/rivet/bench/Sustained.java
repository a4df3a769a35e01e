package rivet.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import rivet.bench.client.BenchException;
import rivet.bench.client.Plan;
import rivet.bench.client.Window;
import rivet.bench.process.ServerProcess;
import rivet.bench.scenario.ActionScenario;
import rivet.bench.scenario.Bed;
import rivet.bench.scenario.Values;

/** Full load for minutes: is the rate still there in the end, and do memory and handles stay bounded? */
final class Sustained {

    /** The slowest window's rate divided by the fastest one's. */
    static final String FLATNESS = "sustained";

    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofMinutes(3);

    private final Options options;
    private final PrintStream out;

    Sustained(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    /** The scenarios that can go on for minutes. */
    static List<String> names() {
        return scenarios().stream().map(ActionScenario::name).toList();
    }

    private static List<ActionScenario> scenarios() {
        return Comparison.all().stream().map(Comparison::scenario).filter(ActionScenario.class::isInstance)
            .map(ActionScenario.class::cast).distinct().toList();
    }

    void run(Bed bed, Results results) throws InterruptedException {
        for (ActionScenario scenario : scenarios()) {
            if (options.chosen(scenario.name(), false)) {
                Map<String, Double> values = Bounded.call(scenario.name(), options.sustained().plus(GRACE), () -> run(scenario, bed));
                results.add(new Sample(scenario.name(), Sides.OURS, values));
            }
        }
    }

    private Map<String, Double> run(ActionScenario scenario, Bed bed) throws IOException, InterruptedException {
        ServerProcess server = bed.target().running();
        Duration length = options.sustained().compareTo(WINDOW) < 0 ? options.sustained().dividedBy(2) : WINDOW;
        long wanted = Math.max(2, options.sustained().dividedBy(length));
        List<Window> windows = new ArrayList<>();
        out.println(scenario.name() + ": seconds, rate, p50, p99, slowest, server CPU each, resident, descriptors");
        Plan plan = new Plan(bed.plan().warmUp(), length);
        scenario.run(new Bed(bed.target(), bed.encoding(), plan, bed.actors(), bed.run(), bed.serial()), window -> {
            windows.add(window);
            print(windows.size() * length.toSeconds(), window, server);
            return windows.size() < wanted;
        });
        return values(windows);
    }

    private void print(long seconds, Window window, ServerProcess server) {
        out.printf("%5d  %-10s %-9s %-9s %-9s %-9s %-8s %d%n", seconds, Lines.rate(window.rate()),
            Lines.time(window.latency().quantile(0.5) / 1e3),
            Lines.time(window.latency().quantile(0.99) / 1e3), Lines.time(window.latency().max() / 1e3),
            Lines.micros(window.serverCpu() / 1e3 / Math.max(1, window.count())), Lines.mib(server.residentBytes()), server.descriptors());
    }

    private static Map<String, Double> values(List<Window> windows) {
        double slowest = windows.stream().mapToDouble(Window::rate).min().orElseThrow(() -> new BenchException("no window"));
        double fastest = windows.stream().mapToDouble(Window::rate).max().orElseThrow();
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(Values.RATE, windows.stream().mapToDouble(Window::rate).average().orElseThrow());
        values.put(FLATNESS, slowest / fastest);
        values.put("last", windows.getLast().rate());
        return values;
    }
}
