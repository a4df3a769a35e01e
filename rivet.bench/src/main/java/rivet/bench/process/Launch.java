package rivet.bench.process;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How to get a server to measure. */
public sealed interface Launch {

    /**
     * Starts or attaches a server that keeps its data in {@code data}.
     *
     * @param javaOptions options for its JVM, as far as it has none of its own; empty for none
     */
    ServerProcess launch(Path data, Path log, String javaOptions) throws IOException;

    /** Whether {@link #launch} makes a new process each time, which start and memory need. */
    boolean restartable();

    /** Whether two processes of this kind can run side by side. */
    boolean portable();

    /**
     * A shell command in which <code>{port}</code>, <code>{data}</code> and <code>{level}</code> are replaced.
     *
     * @param level {@code process} or {@code power}
     * @param fixed where the server listens if the command has no <code>{port}</code>
     */
    record Command(String line, String level, URI fixed) implements Launch {

        @Override
        public ServerProcess launch(Path data, Path log, String javaOptions) throws IOException {
            URI url = portable() ? URI.create("http://127.0.0.1:" + freePort()) : fixed;
            String command = line.replace("{port}", Integer.toString(url.getPort()))
                .replace("{data}", data.toString()).replace("{level}", level);
            return ServerProcess.spawn(List.of("/bin/sh", "-c", "exec " + command), javaOptions, url, log);
        }

        @Override
        public boolean restartable() {
            return true;
        }

        @Override
        public boolean portable() {
            return line.contains("{port}");
        }
    }

    /**
     * A server that runs already.
     *
     * @param pid its process; without it nothing is known about memory and processor time
     */
    record Attached(URI url, Optional<Long> pid) implements Launch {

        @Override
        public ServerProcess launch(Path data, Path log, String javaOptions) {
            return ServerProcess.attach(url, pid);
        }

        @Override
        public boolean restartable() {
            return false;
        }

        @Override
        public boolean portable() {
            return false;
        }
    }

    /**
     * The null server, in a JVM like this one.
     *
     * @param store {@code memory}, {@code file} or {@code shared}
     * @param sync {@code NORMAL} or {@code FULL}
     */
    record Null(String store, String sync) implements Launch {

        @Override
        public ServerProcess launch(Path data, Path log, String javaOptions) throws IOException {
            int port = freePort();
            return ServerProcess.spawn(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m",
                "-XX:+UseCompactObjectHeaders", "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), "rivet.bench.server.NullServer",
                Integer.toString(port), store, sync, data.toString()), javaOptions, URI.create("http://127.0.0.1:" + port), log);
        }

        @Override
        public boolean restartable() {
            return true;
        }

        @Override
        public boolean portable() {
            return true;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
