package rivet.test.sim;

import java.util.function.Consumer;

/** Runs simulations from the command line, see {@code ./rivet simulate --help}. */
public final class Simulate {

    private static final String USAGE = """
        usage: ./rivet simulate [--seeds N] [--from S] [--trace] [--go-on]
          --seeds N   run N seeds (500)
          --from S    beginning with seed S (1)
          --trace     print all that happens, not only the end of what failed
          --go-on     after a failure, with the next seed; prints of each what it was""";

    private Simulate() {}

    /** Exits with 0 if all is well, 1 if a seed failed, 2 if the options are wrong. */
    public static void main(String[] args) {
        long seeds = 500;
        long from = 1;
        boolean goOn = false;
        Consumer<String> lines = line -> {};
        try {
            for (int i = 0; i < args.length; i++) {
                switch (args[i]) {
                    case "--seeds" -> seeds = Long.parseLong(args[++i]);
                    case "--from" -> from = Long.parseLong(args[++i]);
                    case "--trace" -> lines = System.out::println;
                    case "--go-on" -> goOn = true;
                    default -> throw new IllegalArgumentException(args[i]);
                }
            }
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            System.err.println(USAGE);
            System.exit(args.length == 1 && args[0].equals("--help") ? 0 : 2);
        }
        System.exit(run(from, seeds, lines, goOn) ? 0 : 1);
    }

    private static boolean run(long from, long seeds, Consumer<String> lines, boolean goOn) {
        Simulator simulator = Weaving.simulator();
        long failed = 0;
        long steps = 0;
        long calls = 0;
        long commits = 0;
        long hash = 0;
        for (long seed = from; seed < from + seeds; seed++) {
            try {
                Outcome outcome = simulator.run(seed, lines);
                steps += outcome.steps();
                calls += outcome.calls();
                commits += outcome.commits();
                hash = 31 * hash + outcome.hash();
            } catch (Failure e) {
                failed++;
                if (goOn) {
                    System.out.println(e.getMessage());
                    continue;
                }
                e.trace().forEach(System.out::println);
                e.getCause().printStackTrace(System.out);
                System.out.println(e.getMessage() + "\nagain with all that happens: ./rivet simulate --from " + seed + " --seeds 1 --trace");
                return false;
            }
        }
        System.out.printf("seeds %d to %d: %s; %d calls, %d commits, %d steps, trace %016x%n", from, from + seeds - 1, failed == 0 ? "all well" : failed + " failed", calls,
            commits, steps, hash);
        return failed == 0;
    }
}
