package rivet.sqlite.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

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
    private final Quarantine quarantine;

    /** Makes them below the folders given. */
    public DatabaseFiles(Folders folders, Disk disk, Templates templates) {
        this.folders = folders;
        this.disk = disk;
        this.templates = templates;
        this.quarantine = new Quarantine(folders, disk);
    }

    /** Returns whether there is such a database, be it a damaged one. */
    public boolean exists(DatabaseId id) {
        Path file = folders.file(id);
        return Files.isRegularFile(file) || quarantine.holds(file);
    }

    /**
     * Returns the file of a database. Fails with a {@link StorageException}: of kind {@code CORRUPT} if it is damaged, {@code NOT_FOUND} if there is none.
     */
    public Path existing(DatabaseId id) {
        Path file = folders.file(id);
        try {
            if (!Files.isRegularFile(file)) {
                quarantine.requireNot(file);
                throw new StorageException(Kind.NOT_FOUND, "there is no database " + id);
            }
            // SQLite would take it for a new database
            if (Files.size(file) == 0) {
                throw new StorageException(Kind.CORRUPT, "the file is empty: " + file);
            }
            return file;
        } catch (IOException e) {
            throw failed("find", file, e);
        }
    }

    /** Returns whether there is something in the log of a database. */
    public boolean hasLog(DatabaseId id) {
        Path file = folders.file(id);
        try {
            return Files.size(file.resolveSibling(file.getFileName() + "-wal")) > 0;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw failed("find the log of", file, e);
        }
    }

    /** Returns the size of a database that exists. */
    public long bytes(DatabaseId id) {
        Path file = folders.file(id);
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw failed("find", file, e);
        }
    }

    /** Moves a damaged database to where it is kept, which is returned. Fails with a {@link StorageException}. */
    public Path quarantine(DatabaseId id, String reason) {
        Path file = folders.file(id);
        try {
            return quarantine.keep(file, reason);
        } catch (IOException e) {
            throw failed("set aside", file, e);
        }
    }

    /** Makes a database by the template if there is none. Fails with a {@link StorageException}, of kind {@code CORRUPT} if there was a damaged one. */
    public void make(DatabaseId id, Template template) {
        Path file = folders.file(id);
        if (!Files.isRegularFile(file)) {
            try {
                quarantine.requireNot(file);
                byte[] bytes = templates.bytes(template);
                // a log left behind by a deletion that a crash cut short would be read as part of the new database
                deleteSidecars(file);
                Path work = folders.work().resolve(id.getClass().getSimpleName() + "-" + file.getFileName());
                disk.put(work, file, bytes);
            } catch (IOException e) {
                throw failed("make", file, e);
            }
        }
    }

    /**
     * Makes a database of a copy, which stays as it is. Fails with a {@link StorageException}, of kind {@code BUSY} if there is one already, and then nothing is left.
     *
     * @param prepare looks at and changes the file before it is in its place
     */
    public void adopt(DatabaseId id, Path copy, Consumer<Path> prepare) {
        Path file = folders.file(id);
        if (exists(id)) {
            throw new StorageException(Kind.BUSY, "there is a database " + id + " already");
        }
        Path work = folders.work().resolve("copy-" + file.getFileName());
        try {
            Files.copy(copy, work, StandardCopyOption.REPLACE_EXISTING);
            prepare.accept(work);
            deleteSidecars(file);
            disk.putFile(work, file);
        } catch (IOException e) {
            throw failed("make", file, e);
        } finally {
            forgetWork(work);
        }
    }

    private void forgetWork(Path work) {
        try {
            deleteSidecars(work);
            disk.delete(work);
        } catch (IOException e) {
            throw failed("tidy up", work, e);
        }
    }

    /** Deletes a database; without effect if there is none. A copy that was set aside stays. Fails with a {@link StorageException}. */
    public void delete(DatabaseId id) {
        Path file = folders.file(id);
        try {
            deleteSidecars(file);
            disk.delete(file);
            quarantine.forget(file);
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
        String message = String.valueOf(e.getMessage());
        Kind kind = message.contains("No space left") ? Kind.FULL : message.contains("Read-only") ? Kind.READ_ONLY : Kind.IO;
        return new StorageException(kind, "cannot " + what + " " + file, e);
    }
}
