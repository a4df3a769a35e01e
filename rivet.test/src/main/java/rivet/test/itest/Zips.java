package rivet.test.itest;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Files of actors, changed. */
final class Zips {

    private Zips() {}

    /** Returns the file with another database in it. */
    static byte[] withDatabase(byte[] file, byte[] database) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipInputStream from = new ZipInputStream(new ByteArrayInputStream(file)); ZipOutputStream to = new ZipOutputStream(out)) {
            for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                to.write(entry.getName().endsWith(".db") ? database : from.readAllBytes());
                to.closeEntry();
            }
        }
        return out.toByteArray();
    }
}
