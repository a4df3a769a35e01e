package rivet.launcher;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the command line asks for.
 *
 * @param home folder that holds all others unless they are given
 * @param port port for clients; the configured one if absent
 * @param host address to listen on; loopback if absent
 * @param adminPort port of the admin plane, or {@code off}; the configured one if absent
 * @param data folder of the databases
 * @param bundles folder whose bundles are installed and watched
 * @param testMode whether hooks for tests are on
 * @param shell whether the shell reads from the terminal
 * @param help whether to say how it is used and no more
 */
record Options(Path home, OptionalInt port, Optional<String> host, Optional<String> adminPort, Path data, Path bundles, boolean testMode, boolean shell, boolean help) {

    static final String USAGE = """
        usage: rivet [options]
          --port N        port for clients (6420)
          --host ADDRESS  address to listen on (127.0.0.1)
          --admin-port N  port of the admin plane, on loopback (6421), or off
          --home DIR      folder of everything below; the one that the jar is in
          --data DIR      folder of the databases (HOME/data)
          --bundles DIR   folder whose bundles are installed and watched (HOME/bundles)
          --no-shell      read no commands from the terminal
          --test-mode     switch on what only tests need
          --help          print this
        """;

    /**
     * Reads a command line.
     *
     * @param jarFolder the home if none is given
     * @throws IllegalArgumentException if it cannot be understood; the message says why
     */
    static Options parse(List<String> arguments, Path jarFolder) {
        Reader in = new Reader(new ArrayDeque<>(arguments));
        while (!in.rest.isEmpty()) {
            in.one();
        }
        Path home = in.home.orElse(jarFolder).toAbsolutePath().normalize();
        return new Options(home, in.port, in.host, in.adminPort, in.data.orElse(home.resolve("data")).toAbsolutePath().normalize(),
            in.bundles.orElse(home.resolve("bundles")).toAbsolutePath().normalize(), in.testMode, in.shell, in.help);
    }

    private static final class Reader {

        private final Deque<String> rest;
        private Optional<Path> home = Optional.empty();
        private Optional<Path> data = Optional.empty();
        private Optional<Path> bundles = Optional.empty();
        private OptionalInt port = OptionalInt.empty();
        private Optional<String> host = Optional.empty();
        private Optional<String> adminPort = Optional.empty();
        private boolean testMode;
        private boolean shell = true;
        private boolean help;

        Reader(Deque<String> rest) {
            this.rest = rest;
        }

        void one() {
            String option = rest.remove();
            switch (option) {
                case "--home" -> home = Optional.of(Path.of(value(option)));
                case "--data" -> data = Optional.of(Path.of(value(option)));
                case "--bundles" -> bundles = Optional.of(Path.of(value(option)));
                case "--host" -> host = Optional.of(value(option));
                case "--admin-port" -> adminPort = Optional.of(adminPort(value(option)));
                case "--port" -> port = OptionalInt.of(port(value(option)));
                case "--test-mode" -> testMode = true;
                case "--no-shell" -> shell = false;
                case "--help", "-h" -> help = true;
                default -> throw new IllegalArgumentException("unknown option " + option);
            }
        }

        private String value(String option) {
            if (rest.isEmpty()) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            return rest.remove();
        }

        private static String adminPort(String text) {
            return text.equals("off") ? text : Integer.toString(port(text));
        }

        private static int port(String text) {
            if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 65_535) {
                throw new IllegalArgumentException("not a port: " + text);
            }
            return Integer.parseInt(text);
        }
    }
}
