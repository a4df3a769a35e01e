package rivet.bench;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import rivet.bench.process.Launch;
import rivet.bench.process.Target;

/** The servers of a run by the names that results give them. */
final class Sides implements AutoCloseable {

    /** The null server that keeps everything in memory. */
    static final String NULL = "null";
    /** The null server with a database file for each actor. */
    static final String NULL_FILE = "null-file";
    /** The same, commits reach the disk. */
    static final String NULL_FULL = "null-full";
    /** The null server with one database for all actors. */
    static final String NULL_SHARED = "null-shared";
    /** What is measured; at level {@code process} if it has both. */
    static final String OURS = "ours";
    /** What is measured, commits survive a killed process. */
    static final String OURS_PROCESS = "ours-process";
    /** What is measured, commits reach the disk. */
    static final String OURS_POWER = "ours-power";
    /** sqlite-jdbc without a server. */
    static final String RAW = "raw";

    private final Map<String, Target> targets = new LinkedHashMap<>();

    Sides(Options options, Path folder) {
        add(NULL, new Launch.Null("memory", "NORMAL"), folder, options);
        add(NULL_FILE, new Launch.Null("file", "NORMAL"), folder, options);
        add(NULL_FULL, new Launch.Null("file", "FULL"), folder, options);
        add(NULL_SHARED, new Launch.Null("shared", "NORMAL"), folder, options);
        if (!options.hasServer()) {
            return;
        }
        if (options.bothLevels()) {
            add(OURS_PROCESS, options.launch("process"), folder, options);
            add(OURS_POWER, options.launch("power"), folder, options);
            targets.put(OURS, targets.get(OURS_PROCESS));
        } else {
            add(OURS, options.launch(options.level()), folder, options);
            targets.put("ours-" + options.level(), targets.get(OURS));
        }
    }

    private void add(String name, Launch launch, Path folder, Options options) {
        targets.put(name, new Target(name, launch, folder.resolve(name), options.encoding()));
    }

    /** The server of that name; empty if this run has none. */
    Optional<Target> get(String name) {
        return Optional.ofNullable(targets.get(name));
    }

    @Override
    public void close() {
        targets.values().forEach(Target::close);
    }
}
