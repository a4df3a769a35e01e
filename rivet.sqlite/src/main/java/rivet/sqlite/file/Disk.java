package rivet.sqlite.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Changes files so that they are whole at any moment and, if asked for, survive a loss of power once a method has returned.
 */
public final class Disk {

    private final boolean synced;

    /** Makes one; {@code synced} says whether methods wait for the disk. */
    public Disk(boolean synced) {
        this.synced = synced;
    }

    /** Puts a file with these bytes in its place in one step; {@code work} is where it is written before, on the same file system. */
    public void put(Path work, Path place, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(work, CREATE, TRUNCATE_EXISTING, WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            if (synced) {
                channel.force(true);
            }
        }
        move(work, place);
    }

    /** Puts a file that somebody wrote in its place in one step. */
    public void putFile(Path work, Path place) throws IOException {
        if (synced) {
            try (FileChannel channel = FileChannel.open(work, WRITE)) {
                channel.force(true);
            }
        }
        move(work, place);
    }

    /** Moves a file that is already on the disk to its place, in a folder that is made if there is none. */
    public void move(Path work, Path place) throws IOException {
        try {
            Files.move(work, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            makeFolder(place.getParent());
            Files.move(work, place, StandardCopyOption.ATOMIC_MOVE);
        }
        syncFolder(place.getParent());
    }

    /** Makes a folder, and those it is in, where there is none. */
    public void makeFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            makeFolder(folder.getParent());
            Files.createDirectories(folder);
            syncFolder(folder.getParent());
        }
    }

    /** Deletes a file; without effect if there is none. */
    public void delete(Path file) throws IOException {
        if (Files.deleteIfExists(file)) {
            syncFolder(file.getParent());
        }
    }

    private void syncFolder(Path folder) throws IOException {
        if (!synced) {
            return;
        }
        try (FileChannel channel = FileChannel.open(folder, READ)) {
            channel.force(true);
        } catch (AccessDeniedException e) {
            // Windows opens no folders, and its file system keeps the order of changes to them by itself
            if (!Files.isReadable(folder)) {
                throw e;
            }
        }
    }
}
