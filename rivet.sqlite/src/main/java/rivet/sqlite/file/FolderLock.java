package rivet.sqlite.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Keeps a data folder for one process. The operating system releases the lock when the process ends, however it ends.
 * <p>
 * POSIX gives locks to processes, and closing any channel of a locked file in the process releases them. So a second store of this process
 * must not even open the file: the file {@code owner}, which says who holds the lock, tells it.
 */
public final class FolderLock implements AutoCloseable {

    private final Path owner;
    private final FileChannel channel;

    private FolderLock(Path owner, FileChannel channel) {
        this.owner = owner;
        this.channel = channel;
    }

    /**
     * Locks a folder. Fails with kind {@code BUSY} if it is locked already, and with {@code IO} if that cannot be found out.
     *
     * @param process what tells this process from all others, also from earlier ones with its number
     */
    public static FolderLock acquire(Path folder, String process) {
        Path owner = folder.resolve("owner");
        try {
            if (process.equals(read(owner))) {
                throw taken(folder, "another store of this process");
            }
            FileChannel channel = FileChannel.open(folder.resolve("lock"), CREATE, WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
                throw taken(folder, "another process (" + read(owner) + ")");
            }
            Files.writeString(owner, process);
            return new FolderLock(owner, channel);
        } catch (IOException e) {
            throw new StorageException(Kind.IO, "cannot lock the data folder " + folder, e);
        }
    }

    private static String read(Path owner) throws IOException {
        return Files.exists(owner) ? Files.readString(owner) : "unknown";
    }

    private static StorageException taken(Path folder, String by) {
        return new StorageException(Kind.BUSY, "the data folder " + folder.toAbsolutePath() + " is in use by " + by
            + ": give each process a folder of its own (configuration \"data\" of rivet.sqlite.SqliteStorage)");
    }

    /** Releases the folder; without effect if it has been released before, perhaps to somebody else. */
    @Override
    public void close() throws IOException {
        try (channel) {
            if (channel.isOpen()) {
                Files.deleteIfExists(owner);
            }
        }
    }
}
