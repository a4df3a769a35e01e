package rivet.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

import rivet.bench.client.ActorAddress;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;

/**
 * One side of the comparison: a kind of server with a folder for its data and log, started when it is first needed and
 * kept running from scenario to scenario.
 */
public final class Target implements AutoCloseable {

    private final String name;
    private final Launch launch;
    private final Path folder;
    private final String encoding;
    private Optional<ServerProcess> running = Optional.empty();
    private int extras;

    /** @param name how results call this side */
    public Target(String name, Launch launch, Path folder, String encoding) {
        this.name = name;
        this.launch = launch;
        this.folder = folder;
        this.encoding = encoding;
    }

    public String name() {
        return name;
    }

    /** Whether start and memory can be measured. */
    public boolean restartable() {
        return launch.restartable();
    }

    /** The server that answers, started if need be. */
    public ServerProcess running() throws IOException, InterruptedException {
        if (running.isEmpty()) {
            restart();
        }
        return running.orElseThrow();
    }

    /** Ends the running server, starts one on its data and returns how long that took to the first answered action. */
    public Duration restart() throws IOException, InterruptedException {
        close();
        ServerProcess server = launch("data", "");
        try {
            Duration time = awaitAnswer(server);
            running = Optional.of(server);
            return time;
        } finally {
            if (running.isEmpty()) {
                server.close();
            }
        }
    }

    /** Another server with no data. It takes the running one's place if there can be only one. The caller closes it. */
    public ServerProcess extra() throws IOException {
        return extra("");
    }

    /** As {@link #extra()}, with options for its JVM such as {@code -Xmx256m}. */
    public ServerProcess extra(String javaOptions) throws IOException {
        if (!launch.portable()) {
            close();
        }
        return launch("extra" + ++extras, javaOptions);
    }

    /** Waits for the first answered action of a server and returns the time since its start. */
    public Duration awaitAnswer(ServerProcess server) throws InterruptedException {
        ClientCodec codec = ClientCodec.of(encoding);
        return server.awaitAnswer(codec, Call.of(server.url(), codec, new ActorAddress("counter", "first"), 0, "noop"));
    }

    private ServerProcess launch(String data, String javaOptions) throws IOException {
        Path path = Files.createDirectories(folder.resolve(data));
        return launch.launch(path.toAbsolutePath(), folder.resolve("server.log"), javaOptions);
    }

    @Override
    public void close() {
        running.ifPresent(ServerProcess::close);
        running = Optional.empty();
    }
}
