package rivet.bench;

import static rivet.bench.Sides.NULL;
import static rivet.bench.Sides.NULL_FILE;
import static rivet.bench.Sides.NULL_FULL;
import static rivet.bench.Sides.NULL_SHARED;
import static rivet.bench.Sides.OURS;
import static rivet.bench.Sides.OURS_POWER;
import static rivet.bench.Sides.OURS_PROCESS;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import rivet.bench.raw.RawScenario;
import rivet.bench.raw.RawScenarios;
import rivet.bench.scenario.ActionScenario;
import rivet.bench.scenario.ActionScenario.Action;
import rivet.bench.scenario.BesideScenario;
import rivet.bench.scenario.CreateScenario;
import rivet.bench.scenario.CrowdScenario;
import rivet.bench.scenario.EventScenario;
import rivet.bench.scenario.FloodScenario;
import rivet.bench.scenario.MemoryScenario;
import rivet.bench.scenario.Scenario;
import rivet.bench.scenario.SlowReaderScenario;
import rivet.bench.scenario.SocketMemoryScenario;
import rivet.bench.scenario.StartScenario;
import rivet.bench.scenario.WakeScenario;

/**
 * What is compared with what. All of a comparison is measured in turn, so that a change of the machine's mood hits every
 * side. In names {@code AxF} means actors times calls in flight.
 *
 * @param scenario what is measured on servers
 * @param sides on which, those that the run does not have left out
 * @param raw what is measured beside it without a server
 */
record Comparison(Scenario scenario, List<String> sides, List<RawScenario> raw) {

    /** All comparisons, in the order in which they run. */
    static List<Comparison> all() {
        List<Comparison> all = new ArrayList<>();
        for (int inFlight : new int[] {1, 16, 64}) {
            all.add(against(NULL, new ActionScenario("ws.1x" + inFlight, Action.NOOP, false, 1, inFlight)));
        }
        all.add(against(NULL, new ActionScenario("ws.100x64", Action.NOOP, false, 100, 64)));
        for (int inFlight : new int[] {1, 16, 64}) {
            all.add(against(NULL, new ActionScenario("http.1x" + inFlight, Action.NOOP, true, 1, inFlight)));
        }
        all.add(against(NULL, new ActionScenario("http.100x64", Action.NOOP, true, 100, 64)));
        saved(all);
        Scenario insert = new ActionScenario("sql.100x64", Action.INSERT, false, 100, 64);
        all.add(new Comparison(insert, List.of(NULL_FILE, OURS), raw("raw.insert.")));
        all.add(new Comparison(new CreateScenario("create", 0), List.of(NULL_FILE, NULL_SHARED, OURS), raw("raw.create", "raw.copy")));
        all.add(against(NULL_SHARED, new CreateScenario("flat", 100_000)));
        all.add(new Comparison(new WakeScenario("wake"), List.of(NULL_FILE, OURS), raw("raw.open")));
        all.add(against(NULL, new EventScenario("events.1", 1)));
        all.add(against(NULL, new EventScenario("events.50", 50)));
        all.add(against(NULL, new StartScenario("start")));
        all.add(new Comparison(new MemoryScenario("memory", false), List.of(NULL, NULL_FILE, OURS), List.of()));
        all.add(new Comparison(new MemoryScenario("asleep", true), List.of(OURS), List.of()));
        all.add(against(NULL, new SocketMemoryScenario("sockets")));
        all.add(against(NULL, new CrowdScenario("crowd", 10_000, 1_000)));
        all.add(new Comparison(new SlowReaderScenario("slow"), List.of(OURS), List.of()));
        all.add(new Comparison(new FloodScenario("flood"), List.of(OURS), List.of()));
        return all;
    }

    private static void saved(List<Comparison> all) {
        Scenario one = new ActionScenario("saved.1x64", Action.INCREMENT, false, 1, 64);
        Scenario many = new ActionScenario("saved.100x64", Action.INCREMENT, false, 100, 64);
        all.add(new Comparison(one, List.of(NULL_FILE, OURS_PROCESS), raw("raw.update.normal.1x1")));
        all.add(new Comparison(many, List.of(NULL_FILE, OURS_PROCESS), raw("raw.update.normal.100x", "raw.select.")));
        all.add(new Comparison(new ActionScenario("interval.100x64", Action.INCREMENT_LATER, false, 100, 64), List.of(OURS_PROCESS), List.of()));
        all.add(new Comparison(new BesideScenario("beside"), List.of(NULL_FILE, OURS_PROCESS), List.of()));
        all.add(new Comparison(one, List.of(NULL_FULL, OURS_POWER), raw("raw.update.full.1x1")));
        all.add(new Comparison(many, List.of(NULL_FULL, OURS_POWER), raw("raw.update.full.100x")));
    }

    private static Comparison against(String ceiling, Scenario scenario) {
        return new Comparison(scenario, List.of(ceiling, OURS), List.of());
    }

    private static List<RawScenario> raw(String... prefixes) {
        return RawScenarios.all().stream().filter(s -> Stream.of(prefixes).anyMatch(s.name()::startsWith)).toList();
    }
}
