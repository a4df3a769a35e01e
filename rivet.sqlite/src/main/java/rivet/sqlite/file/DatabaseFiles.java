package rivet.sqlite.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;

/**
 * Makes and deletes the files of databases. Whoever calls has the file to himself.
 * <p>
 * No method opens a database file for reading or writing once it is in its place: closing it would release the locks that SQLite holds on it in this
 * process.
 */
public final class DatabaseFiles {

    private final Folders folders;
    private final Disk disk;
    private final Templates templates;

    /** Makes them below the folders given. */
    public DatabaseFiles(Folders folders, Disk disk, Templates templates) {
        this.folders = folders;
        this.disk = disk;
        this.templates = templates;
    }

    /** Returns where a database is or would be. Fails with a {@link StorageException} if it cannot be named. */
    public Path file(DatabaseId id) {
        return folders.file(id);
    }

    /** Returns whether there is such a database. */
    public boolean exists(DatabaseId id) {
        return Files.isRegularFile(file(id));
    }

    /** Returns the file of a database, made by the template if there is none. Fails with a {@link StorageException}. */
    public Path make(DatabaseId id, Template template) {
        Path file = file(id);
        if (!Files.isRegularFile(file)) {
            try {
                byte[] bytes = templates.bytes(template);
                // a log left behind by a deletion that a crash cut short would be read as part of the new database
                deleteSidecars(file);
                Path work = folders.work().resolve(id.getClass().getSimpleName() + "-" + file.getFileName());
                disk.put(work, file, bytes);
            } catch (IOException e) {
                throw failed("make", file, e);
            }
        }
        return file;
    }

    /** Deletes a database; without effect if there is none. Fails with a {@link StorageException}. */
    public void delete(DatabaseId id) {
        Path file = file(id);
        try {
            deleteSidecars(file);
            disk.delete(file);
        } catch (IOException e) {
            throw failed("delete", file, e);
        }
    }

    // before the database itself: a log alone must never be left
    private void deleteSidecars(Path file) throws IOException {
        disk.delete(file.resolveSibling(file.getFileName() + "-wal"));
        disk.delete(file.resolveSibling(file.getFileName() + "-shm"));
    }

    private static StorageException failed(String what, Path file, IOException e) {
        boolean full = e.getMessage() != null && e.getMessage().contains("No space left");
        return new StorageException(full ? Kind.FULL : Kind.IO, "cannot " + what + " " + file, e);
    }
}
