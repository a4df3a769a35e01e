package rivet.sqlite.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Keeps damaged databases. A note beside the place of each says where it is now and why, so that nobody takes it for one that never was and makes a
 * new one in its place. Whoever has repaired a database puts it back; whoever gives it up deletes the database, or the note.
 * <p>
 * The note is written first and the database moved before its log, so that whatever a crash leaves is told apart: a database in its place
 * is as damaged as before, and a log without one belongs to what was moved.
 */
final class Quarantine {

    private static final String NOTE = "-damaged";
    private static final List<String> PARTS = List.of("", "-wal", "-shm");

    private final Folders folders;
    private final Disk disk;

    Quarantine(Folders folders, Disk disk) {
        this.folders = folders;
        this.disk = disk;
    }

    /** Moves a database away and returns the folder where it is. */
    Path keep(Path file, String reason) throws IOException {
        Path kept = free(file);
        disk.makeFolder(kept);
        String note = folders.quarantine().relativize(kept) + "\n" + reason + "\n";
        disk.put(folders.work().resolve(file.getFileName() + NOTE), note(file), note.getBytes(StandardCharsets.UTF_8));
        move(file, kept);
        return kept;
    }

    /** Fails with kind {@code CORRUPT} if the database that is missing here has been moved away. */
    void requireNot(Path file) throws IOException {
        Path note = note(file);
        if (Files.exists(note)) {
            List<String> lines = Files.readAllLines(note);
            Path kept = folders.quarantine().resolve(lines.getFirst());
            move(file, kept);
            throw new StorageException(Kind.CORRUPT,
                "the database is damaged and was moved to " + kept + " (" + String.join(" ", lines.subList(1, lines.size())) + "); see " + note);
        }
    }

    boolean holds(Path file) {
        return Files.exists(note(file));
    }

    /** The database is given up; what was moved stays. */
    void forget(Path file) throws IOException {
        disk.delete(note(file));
    }

    private void move(Path file, Path kept) throws IOException {
        for (String part : PARTS) {
            Path from = file.resolveSibling(file.getFileName() + part);
            if (Files.exists(from)) {
                disk.move(from, kept.resolve(from.getFileName()));
            }
        }
    }

    private Path free(Path file) {
        // an actor and a database of the platform may have the same name
        String name = folders.relative(file).getName(0) + "-" + file.getFileName() + "-";
        int n = 1;
        while (Files.exists(folders.quarantine().resolve(name + n))) {
            n++;
        }
        return folders.quarantine().resolve(name + n);
    }

    private static Path note(Path file) {
        return file.resolveSibling(file.getFileName() + NOTE);
    }
}
