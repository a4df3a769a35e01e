package rivet.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a data folder for one process, before anything in it is touched: two frameworks would spoil each other's bundles. The operating system takes the
 * lock back when the process ends, however it ends.
 */
final class DataLock implements AutoCloseable {

    // far behind what is in the file: where locks are mandatory others must still be able to read who holds it
    private static final long PLACE = Long.MAX_VALUE - 1;

    private final FileChannel channel;

    private DataLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks a folder that exists.
     *
     * @throws IllegalStateException if another process has it; the message says which, and what to do
     */
    static DataLock acquire(Path folder) throws IOException {
        Path file = folder.resolve("process");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock(PLACE, 1, false);
            if (lock == null) {
                throw new IllegalStateException("The data folder " + folder.toAbsolutePath() + " is in use by process " + Files.readString(file).strip()
                    + ": give each process a folder of its own (--data).");
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
            return new DataLock(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
