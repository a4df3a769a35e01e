package rivet.sqlite.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Where databases lie below the data folder:
 *
 * <pre>
 * lock, owner            one process at a time
 * actors/3f/&lt;id&gt;.db     an actor's database, in one of 1024 folders by a hash of its id
 * platform/&lt;name&gt;.db
 * templates/             databases that new ones are copied from
 * work/                  files that are being made; emptied at start
 * quarantine/            damaged databases, a folder for each
 * </pre>
 *
 * Capitals are written with a {@code _} before them, because some file systems do not tell them apart.
 */
public final class Folders {

    private static final String SUFFIX = ".db";
    private static final int SHARDS = 1024;
    private static final int LONGEST_NAME = 200;

    private final Path root;

    /** Makes the places below a data folder. */
    public Folders(Path root) {
        this.root = root;
    }

    /** Makes the folders that do not depend on an id, and forgets files that were never finished. */
    public void prepare(Disk disk) throws IOException {
        for (Path folder : new Path[] {root.resolve("actors"), root.resolve("platform"), templates(), work(), quarantine()}) {
            disk.makeFolder(folder);
        }
        try (Stream<Path> unfinished = Files.list(work())) {
            for (Path file : unfinished.toList()) {
                Files.delete(file);
            }
        }
    }

    /** Returns the file of a database. Fails with kind {@code IO} if its name is too long for a file. */
    public Path file(DatabaseId id) {
        return switch (id) {
            case DatabaseId.Actor(String actorId) -> root.resolve("actors").resolve(shard(actorId)).resolve(fileName(actorId));
            case DatabaseId.Platform(String name) -> root.resolve("platform").resolve(fileName(name));
        };
    }

    /** Returns the folder of templates. */
    public Path templates() {
        return root.resolve("templates");
    }

    /** Returns the folder of files that are being made. */
    public Path work() {
        return root.resolve("work");
    }

    /** Returns the folder of damaged databases. */
    public Path quarantine() {
        return root.resolve("quarantine");
    }

    /** Returns where a file is below the data folder. */
    Path relative(Path file) {
        return root.relativize(file);
    }

    // the hash of a string is fixed by its specification, so it may decide where files lie
    private static String shard(String id) {
        int hash = id.hashCode();
        int shard = (hash ^ hash >>> 10 ^ hash >>> 20) & SHARDS - 1;
        return HexFormat.of().toHexDigits(shard, 3);
    }

    private static String fileName(String word) {
        String name = word.replaceAll("[A-Z]", "_$0");
        if (name.length() > LONGEST_NAME) {
            throw new StorageException(Kind.IO, "the name of a database is too long for a file: " + word);
        }
        return name + SUFFIX;
    }
}
