package rivet.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import rivet.bench.client.BenchException;
import rivet.bench.client.Call;
import rivet.bench.client.ClientCodec;
import rivet.bench.client.HttpCaller;

/**
 * A server under measurement and what its processes use: the one that was started and everything below it, or one that
 * was running already. Closing ends only what was started here.
 */
public final class ServerProcess implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(10);

    private static final int LAST_LINES = 5;

    private final URI url;
    private final Optional<ProcessHandle> root;
    private final Optional<Path> log;
    private final long spawnedAt = System.nanoTime();

    private ServerProcess(URI url, Optional<ProcessHandle> root, Optional<Path> log) {
        this.url = url;
        this.root = root;
        this.log = log;
    }

    /**
     * Starts a command in a process group of its own; its output goes to the end of {@code log}.
     *
     * @param javaOptions options that every JVM of it takes; empty for none
     */
    public static ServerProcess spawn(List<String> command, String javaOptions, URI url, Path log) throws IOException {
        List<String> grouped = new ArrayList<>(command);
        grouped.addFirst("setsid");
        ProcessBuilder builder = new ProcessBuilder(grouped).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        if (!javaOptions.isEmpty()) {
            builder.environment().put("JDK_JAVA_OPTIONS", javaOptions);
        }
        Process process = builder.start();
        return new ServerProcess(url, Optional.of(process.toHandle()), Optional.of(log));
    }

    /**
     * Measures a server that runs already.
     *
     * @param pid its process; without it memory and processor time come out as 0
     */
    public static ServerProcess attach(URI url, Optional<Long> pid) {
        return new ServerProcess(url, pid.map(ServerProcess::process), Optional.empty());
    }

    private static ProcessHandle process(long pid) {
        return ProcessHandle.of(pid).orElseThrow(() -> new BenchException("no process " + pid));
    }

    public URI url() {
        return url;
    }

    /**
     * Calls an action again and again until it is answered.
     *
     * @return the time since the start
     */
    public Duration awaitAnswer(ClientCodec codec, Call call) throws InterruptedException {
        while (true) {
            try (HttpCaller caller = HttpCaller.open(url, codec)) {
                caller.call(call);
                return Duration.ofNanos(System.nanoTime() - spawnedAt);
            } catch (IOException | BenchException e) {
                if (root.isPresent() && !root.get().isAlive()) {
                    throw new BenchException("the server ended before it answered: " + lastOutput(), e);
                }
                if (System.nanoTime() - spawnedAt > START.toNanos()) {
                    throw new BenchException("no answer from " + url + " in " + START.toSeconds() + " s: " + e.getMessage(), e);
                }
                TimeUnit.MILLISECONDS.sleep(2);
            }
        }
    }

    private String lastOutput() {
        try {
            List<String> lines = log.isPresent() ? Files.readAllLines(log.get()) : List.of();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    /** Processor time used so far by all processes that live, in nanoseconds; steps of 10 ms. */
    public long cpuNanos() {
        return tree().mapToLong(process -> process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos()).sum();
    }

    /** Resident memory of all processes in bytes. */
    public long residentBytes() {
        return tree().mapToLong(ServerProcess::residentBytes).sum();
    }

    /** Open files and sockets of all processes. */
    public long descriptors() {
        return tree().mapToLong(ServerProcess::descriptors).sum();
    }

    /** Asks every JVM among the processes for a full collection, and returns what is left on their heaps, in bytes. */
    public long liveBytes() throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        long live = 0;
        for (ProcessHandle process : tree().toList()) {
            if (process.info().command().orElse("").endsWith("/java")) {
                Process histogram = new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.class_histogram").redirectErrorStream(true).start();
                live += total(histogram.inputReader().lines());
                histogram.waitFor();
            }
        }
        return live;
    }

    /** The last line of a histogram: the word Total, how many objects, how many bytes. */
    private static long total(Stream<String> histogram) {
        return histogram.filter(line -> line.startsWith("Total")).mapToLong(line -> Long.parseLong(line.strip().split("\\s+")[2])).sum();
    }

    /** Asks every JVM among the processes for a full collection, so that memory says what is in use. */
    public void collect() throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        for (ProcessHandle process : tree().toList()) {
            if (process.info().command().orElse("").endsWith("/java")) {
                new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "GC.run")
                    .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
            }
        }
    }

    private Stream<ProcessHandle> tree() {
        return root.stream().flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
    }

    private static long residentBytes(ProcessHandle process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long descriptors(ProcessHandle process) {
        try (Stream<Path> list = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            return list.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process group that was started here: asked first, then killed, also what outlived its parent. */
    @Override
    public void close() {
        if (log.isEmpty()) {
            return;
        }
        List<ProcessHandle> processes = tree().toList();
        signal("TERM");
        try {
            for (ProcessHandle process : processes) {
                process.onExit().get(STOP.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (TimeoutException | ExecutionException e) {
            // what ignores the request is killed next
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        signal("KILL");
    }

    private void signal(String name) {
        for (ProcessHandle leader : root.stream().toList()) {
            try {
                new ProcessBuilder("kill", "-" + name, "--", "-" + leader.pid()).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
