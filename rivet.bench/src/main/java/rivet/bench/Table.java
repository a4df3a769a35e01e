package rivet.bench;

import static rivet.bench.Sides.NULL;
import static rivet.bench.Sides.NULL_FILE;
import static rivet.bench.Sides.NULL_FULL;
import static rivet.bench.Sides.NULL_SHARED;
import static rivet.bench.Sides.OURS;
import static rivet.bench.Sides.OURS_POWER;
import static rivet.bench.Sides.OURS_PROCESS;
import static rivet.bench.Sides.RAW;
import static rivet.bench.scenario.Values.LIVE;
import static rivet.bench.scenario.Values.P50;
import static rivet.bench.scenario.Values.P99;
import static rivet.bench.scenario.Values.RATE;
import static rivet.bench.scenario.Values.SERVER_CPU;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

import rivet.bench.scenario.CreateScenario;
import rivet.bench.scenario.FloodScenario;
import rivet.bench.scenario.MemoryScenario;
import rivet.bench.scenario.SocketMemoryScenario;
import rivet.bench.scenario.StartScenario;

/** The results beside what has to be reached, as Markdown. */
final class Table {

    private final Results results;
    private final List<Row> rows = new ArrayList<>();

    Table(Results results) {
        this.results = results;
        actions();
        storage();
        life();
        costs();
        crowds();
    }

    String markdown() {
        return "| what | real Rivet, best | ceiling / raw limit | ours | must reach | reached |\n|---|---|---|---|---|---|\n"
            + rows.stream().filter(row -> row.measured(results)).map(row -> row.markdown(results)).collect(Collectors.joining("\n"));
    }

    private void actions() {
        pair("WebSocket action, p50, one at a time", "1.7-2.2 ms", "ws.1x1", P50, most(3), Lines::time);
        pair("HTTP action, p50, one at a time", "2.5-3.6 ms", "http.1x1", P50, most(3), Lines::time);
        pair("actions/s, 1 actor, 1 connection, 1 in flight", "430", "ws.1x1", RATE, least(0.5), Lines::rate);
        pair("- 16 in flight", "90-580", "ws.1x16", RATE, least(0.5), Lines::rate);
        pair("- 64 in flight", "90-580", "ws.1x64", RATE, least(0.5), Lines::rate);
        pair("actions/s, 100 actors, 64 in flight", "2.0 k (sustained 360)", "ws.100x64", RATE, least(0.5), Lines::rate);
        pair("HTTP actions/s, 1 actor, 1 in flight", "342", "http.1x1", RATE, least(0.6), Lines::rate);
        pair("- 16 in flight", "913", "http.1x16", RATE, least(0.6), Lines::rate);
        pair("- 64 in flight", "897", "http.1x64", RATE, least(0.6), Lines::rate);
        pair("- 100 actors, 64 in flight", "-", "http.100x64", RATE, least(0.6), Lines::rate);
    }

    private void storage() {
        Cell process = Cell.of("saved.100x64", OURS_PROCESS, RATE);
        Cell power = Cell.of("saved.100x64", OURS_POWER, RATE);
        row("saved increments/s, `process`, 100 actors; raw on 1 thread, one commit each", "1.0-1.3 k",
            raw("raw.update.normal.100x1"), process, least(0.4), Lines::rate);
        row("- null server with a file per actor", "", Cell.of("saved.100x64", NULL_FILE, RATE), process, least(0.4), Lines::rate);
        row("- 1 actor; null server with a file", "", Cell.of("saved.1x64", NULL_FILE, RATE), Cell.of("saved.1x64", OURS_PROCESS, RATE),
            least(0.4), Lines::rate);
        row("increments/s saved with each turn; with durability `interval`", "", Cell.of("interval.100x64", OURS_PROCESS, RATE), process,
            least(0.4), Lines::rate);
        row("p99 of a small action while 1,000 actors commit; null server with a file per actor", "", Cell.of("beside", NULL_FILE, P99),
            Cell.of("beside", OURS_PROCESS, P99), most(3), Lines::time);
        row("saved increments/s, `power`, 100 actors; raw FULL, rows in groups of 10", "(does not fsync)",
            raw("raw.update.full.1x1.g10"), power, least(0.4), Lines::rate);
        row("- raw FULL, one commit each", "", raw("raw.update.full.100x1", "raw.update.full.100x2", "raw.update.full.100x32"), power,
            fixedLeast(20_000), Lines::rate);
        row("- p50; null server with a file per actor", "", Cell.of("saved.100x64", NULL_FULL, P50),
            Cell.of("saved.100x64", OURS_POWER, P50), fixedMost(3_000), Lines::time);
        row("SQL inserts/s through actions, 100 actors; raw on 1 or 2 threads", "1.5 k", raw("raw.insert.normal.100x1", "raw.insert.normal.100x2"),
            Cell.of("sql.100x64", OURS, RATE), least(0.3), Lines::rate);
    }

    private void life() {
        Cell created = Cell.of("create", OURS, RATE);
        row("new actors/s, first action each; null server, a file each", "58 quiet, 7-12 otherwise", Cell.of("create", NULL_FILE, RATE),
            created, fixedLeast(2_000), Lines::rate);
        row("- null server, a shared file", "", Cell.of("create", NULL_SHARED, RATE), created, fixedLeast(2_000), Lines::rate);
        row("- up to 100 k actors: rate of the last quarter / of the first", "", Cell.of("flat", NULL_SHARED, CreateScenario.FLATNESS),
            Cell.of("flat", OURS, CreateScenario.FLATNESS), fixedLeast(0.9), Lines::plain);
        row("wake from sleep, p50; raw: open, read, close", "18 ms", Cell.of("raw.open", RAW, P50), Cell.of("wake", OURS, P50),
            fixedMost(1_500), Lines::time);
        row("- p99", "", Cell.of("raw.open", RAW, P99), Cell.of("wake", OURS, P99), fixedMost(5_000), Lines::time);
        pair("events/s to 100 connections, 1 a call", "9.9 k", "events.1", RATE, least(0.6), Lines::rate);
        pair("- 50 a call", "0.76 k", "events.50", RATE, least(0.6), Lines::rate);
    }

    private void costs() {
        pair("memory, platform empty", "187 MB", "memory", MemoryScenario.PLATFORM, fixedMost(130e6), Lines::mib);
        row("- per awake actor, beyond pooled database handles", "820 KiB", Cell.of("memory", NULL_FILE, MemoryScenario.BEYOND_HANDLE),
            Cell.of("memory", OURS, MemoryScenario.BEYOND_HANDLE), fixedMost(16 << 10), Lines::kib);
        row("- per sleeping actor, all", "", Cell.of("none", NULL, MemoryScenario.PER_ACTOR), Cell.of("asleep", OURS, MemoryScenario.PER_ACTOR),
            fixedMost(16 << 10), Lines::kib);
        row("- per connection whose actor sleeps, 10,000: heap", "", Cell.of("sockets", NULL, SocketMemoryScenario.HEAP),
            Cell.of("sockets", OURS, SocketMemoryScenario.HEAP), fixedMost(12 << 10), Lines::kib);
        row("- resident", "", Cell.of("sockets", NULL, SocketMemoryScenario.RESIDENT), Cell.of("sockets", OURS, SocketMemoryScenario.RESIDENT),
            fixedMost(24 << 10), Lines::kib);
        pair("start to first answered action, fresh", "1.1 s", "start", StartScenario.EMPTY, fixedMost(800_000), Lines::time);
        pair("- with a store", "6.4 s", "start", StartScenario.FULL, fixedMost(800_000), Lines::time);
        pair("server CPU per action, WebSocket", "380-1,050 µs", "ws.100x64", SERVER_CPU, fixedMost(40), Lines::micros);
        pair("- HTTP", "1,250-3,500 µs", "http.100x64", SERVER_CPU, fixedMost(70), Lines::micros);
        row("- saved", "1,600 µs", Cell.of("saved.100x64", NULL_FILE, SERVER_CPU), Cell.of("saved.100x64", OURS_PROCESS, SERVER_CPU),
            fixedMost(60), Lines::micros);
        row("sustained load, slowest 30 s / fastest 30 s", "falls to 90/s", Cell.of("none", NULL, Sustained.FLATNESS),
            new Cell(Sustained.names(), OURS, Sustained.FLATNESS), fixedLeast(0.9), Lines::plain);
    }

    private void crowds() {
        pair("actions/s of 1,000 busy connections beside 10,000 idle ones, heap of 256 MiB", "", "crowd", RATE, least(0.5), Lines::rate);
        pair("- p99", "", "crowd", P99, most(3), Lines::time);
        pair("- live on the heap at the end", "", "crowd", LIVE, fixedMost(200e6), Lines::mib);
        alone("events/s of 16 KiB to 50 that read, beside 50 that do not, heap of 256 MiB", "slow", RATE, Lines::rate);
        alone("- live on the heap at the end", "slow", LIVE, Lines::mib);
        alone("a call beside 4 clients that flood another actor, heap of 256 MiB, p50", "flood", P50, Lines::time);
        alone("- p99", "flood", P99, Lines::time);
        alone("- calls of the flood done", "flood", FloodScenario.DONE, Lines::rate);
        alone("- refused", "flood", FloodScenario.REFUSED, Lines::rate);
        alone("- live on the heap at the end", "flood", LIVE, Lines::mib);
    }

    /** Something without a goal in numbers: what has to hold is checked while it is measured. */
    private void alone(String what, String scenario, String value, DoubleFunction<String> format) {
        row(what, "", Cell.of("none", NULL, value), Cell.of(scenario, OURS, value), Goal.NONE, format);
    }

    private void pair(String what, String real, String scenario, String value, Goal goal, DoubleFunction<String> format) {
        row(what, real, Cell.of(scenario, NULL, value), Cell.of(scenario, OURS, value), goal, format);
    }

    private void row(String what, String real, Cell ceiling, Cell ours, Goal goal, DoubleFunction<String> format) {
        rows.add(new Row(what, real, ceiling, ours, goal, format));
    }

    private static Cell raw(String... scenarios) {
        return new Cell(List.of(scenarios), RAW, RATE);
    }

    private static Goal least(double factor) {
        return new Goal(true, factor, true);
    }

    private static Goal most(double factor) {
        return new Goal(false, factor, true);
    }

    private static Goal fixedLeast(double limit) {
        return new Goal(true, limit, false);
    }

    private static Goal fixedMost(double limit) {
        return new Goal(false, limit, false);
    }
}
