package rivet.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says where sqlite-jdbc puts SQLite's native library.
 * <p>
 * It unpacks the library once per class loader, into the folder that the system property {@code org.sqlite.tmpdir} names when the first connection
 * is made; without it into the folder for temporary files, where each killed process leaves a copy and cleaners have removed libraries in
 * use. A system property is the only way to tell it, so this is the one place of the product that sets one. What an operator has set stays.
 */
final class NativeLibrary {

    private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
    private static final String PROPERTY = "org.sqlite.tmpdir";

    private NativeLibrary() {}

    /** Has the library unpacked into a folder of ours; what earlier processes left there goes. */
    static void unpackInto(Path folder) throws IOException {
        String set = System.getProperty(PROPERTY);
        if (set != null && Files.isDirectory(Path.of(set))) {
            return;
        }
        Files.createDirectories(folder);
        try (Stream<Path> left = Files.list(folder)) {
            left.forEach(NativeLibrary::delete);
        }
        System.setProperty(PROPERTY, folder.toString());
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            // Windows keeps a library that is loaded
            LOG.debug("The native library {} of an earlier start stays", file, e);
        }
    }
}
