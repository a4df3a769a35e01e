package rivet.bench;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import rivet.bench.client.Plan;
import rivet.bench.process.Launch;

/** The command line. */
final class Options {

    static final String USAGE = """
        usage: rivet.bench.Bench [options]
          --server COMMAND   the server to measure, started by the benchmark; in the command {port}, {data} (a folder)
                             and {level} (process, power) are replaced; "null" is a second null server
          --server none      only null server and SQLite (default)
          --url URL          where a command without {port} listens (default http://127.0.0.1:6420)
          --attach URL       instead of --server: a server that runs already
          --pid PID          its process, for memory and processor time
          --level LEVEL      durability of a server whose command has no {level}: process (default) or power
          --only A,B         only these scenarios; "ws" means all whose name starts with "ws."
          --help             print this
          --list             print the names of the scenarios
          --quick            2 s each, 2 rounds, 1,000 actors for memory
          --seconds N        length of one measurement (default 5); warm-up is half of it, at least 1 s
          --rounds N         measurements of each side, taken in turn; medians count (default 3)
          --actors N         awake actors for memory (default 5000)
          --encoding NAME    bare (default) or json
          --minutes N        sustained load instead: the chosen action scenarios on the server, rate of every 30 s
          --data DIR         where files go while measuring (default var/bench); must be on the disk to measure
          --json FILE        where results go (default var/bench/result.json)
        """;

    private Optional<String> server = Optional.empty();
    private URI url = URI.create("http://127.0.0.1:6420");
    private Optional<URI> attach = Optional.empty();
    private Optional<Long> pid = Optional.empty();
    private String level = "process";
    private List<String> only = List.of();
    private boolean help;
    private boolean list;
    private double seconds = 5;
    private int rounds = 3;
    private int actors = 5_000;
    private String encoding = "bare";
    private double minutes;
    private Path data = Path.of("var", "bench");
    private Optional<Path> json = Optional.empty();

    private Options() {
    }

    /** @throws IllegalArgumentException for anything that {@link #USAGE} does not know */
    static Options parse(String... args) {
        Options options = new Options();
        Deque<String> rest = new ArrayDeque<>(List.of(args));
        while (!rest.isEmpty()) {
            options.option(rest.remove(), rest);
        }
        return options;
    }

    private void option(String name, Deque<String> rest) {
        switch (name) {
            case "--help", "-h" -> help = true;
            case "--list" -> list = true;
            case "--quick" -> {
                seconds = 2;
                rounds = 2;
                actors = 1_000;
            }
            default -> {
                if (rest.isEmpty()) {
                    throw new IllegalArgumentException(name + " is unknown or needs a value");
                }
                option(name, rest.remove());
            }
        }
    }

    private void option(String name, String value) {
        switch (name) {
            case "--server" -> {
                server = value.equals("none") ? Optional.empty() : Optional.of(value);
                attach = Optional.empty();
            }
            case "--url" -> url = URI.create(value);
            case "--attach" -> {
                attach = Optional.of(URI.create(value));
                server = Optional.empty();
            }
            case "--pid" -> pid = Optional.of(Long.valueOf(value));
            case "--level" -> level = value;
            case "--only" -> only = List.of(value.split(","));
            case "--seconds" -> seconds = Double.parseDouble(value);
            case "--rounds" -> rounds = Integer.parseInt(value);
            case "--actors" -> actors = Integer.parseInt(value);
            case "--encoding" -> encoding = value;
            case "--minutes" -> minutes = Double.parseDouble(value);
            case "--data" -> data = Path.of(value);
            case "--json" -> json = Optional.of(Path.of(value));
            default -> throw new IllegalArgumentException("no option " + name);
        }
    }

    boolean help() {
        return help;
    }

    boolean list() {
        return list;
    }

    /** @param onDemand whether the scenario runs only when it is named */
    boolean chosen(String scenario, boolean onDemand) {
        return only.isEmpty() && !onDemand || only.stream().anyMatch(name -> scenario.equals(name) || scenario.startsWith(name + "."));
    }

    Plan plan() {
        return new Plan(length(Math.max(1, seconds / 2)), length(seconds));
    }

    int rounds() {
        return rounds;
    }

    int actors() {
        return actors;
    }

    String encoding() {
        return encoding;
    }

    /** How long to put sustained load on the server; zero for the usual comparison. */
    Duration sustained() {
        return length(60 * minutes);
    }

    Path data() {
        return data;
    }

    Path json() {
        return json.orElse(data.resolve("result.json"));
    }

    /** Whether there is a server to measure beside the null server. */
    boolean hasServer() {
        return server.isPresent() || attach.isPresent();
    }

    /** Whether the server can be started at both levels of durability. */
    boolean bothLevels() {
        return server.filter(command -> command.contains("{level}")).isPresent();
    }

    /** The level of a server that has only one. */
    String level() {
        return level;
    }

    /** How to get the server to measure, at a level of durability. */
    Launch launch(String atLevel) {
        if (attach.isPresent()) {
            return new Launch.Attached(attach.get(), pid);
        }
        String command = server.orElseThrow();
        return command.equals("null") ? new Launch.Null("memory", "NORMAL") : new Launch.Command(command, atLevel, url);
    }

    private static Duration length(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }
}
