package rivet.sqlite.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.Template;
import rivet.sqlite.connection.Connections;

/**
 * Databases made once from a {@link Template} and copied for each new actor, which is several times faster than running the statements. The name
 * of a template's file tells its statements, so changed statements make a new file and the old one goes. Safe for use by many threads; making
 * a template holds up others, which happens once for each.
 */
public final class Templates {

    private static final int KEPT = 64;

    private record Known(TemplateFile file, byte[] bytes) {}

    private final Path folder;
    private final Path work;
    private final Disk disk;
    private final Connections connections;
    // by name, those used last; guarded by this
    private final Map<String, Known> known = new LinkedHashMap<>(16, 0.75f, true);

    /** Makes the templates of a data folder. */
    public Templates(Folders folders, Disk disk, Connections connections) {
        this.folder = folders.templates();
        this.work = folders.work();
        this.disk = disk;
        this.connections = connections;
    }

    /** Returns the bytes of a new database, which nobody may change. Fails with a {@link StorageException} of what is wrong with a statement. */
    public byte[] bytes(Template template) throws IOException {
        TemplateFile file = TemplateFile.of(template);
        synchronized (this) {
            Known last = known.get(template.name());
            if (last == null || !last.file().equals(file)) {
                last = new Known(file, load(template, file));
                known.put(template.name(), last);
                if (known.size() > KEPT) {
                    known.remove(known.keySet().iterator().next());
                }
            }
            return last.bytes();
        }
    }

    private byte[] load(Template template, TemplateFile name) throws IOException {
        Path file = folder.resolve(name.toString());
        if (!Files.exists(file)) {
            Path made = work.resolve(name.toString());
            try {
                connections.create(made, template.statements());
                disk.move(made, file);
            } finally {
                Files.deleteIfExists(made);
            }
            forgetOthers(name);
        }
        return Files.readAllBytes(file);
    }

    private void forgetOthers(TemplateFile name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                if (name.replaces(file.getFileName().toString())) {
                    Files.delete(file);
                }
            }
        }
    }
}
