package rivet.runtime.host;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.inspect.ActorTransfers;
import rivet.protocol.value.JsonValues;

/**
 * The file of an actor: a zip with {@code actor.json} and {@code actor.db}, in this order.
 *
 * @param type its type
 * @param namespace where it was
 * @param key its key
 * @param stateVersion version of its state
 * @param more what else was known of it, for people
 */
record ActorFile(String type, String namespace, List<String> key, int stateVersion, Map<String, Object> more) {

    private static final int FORMAT = 1;
    private static final String DESCRIPTION = "actor.json";
    private static final String DATABASE = "actor.db";
    private static final int LONGEST_DESCRIPTION = 1 << 20;
    private static final int BUFFER = 1 << 16;

    /** Writes it. */
    void write(Path database, OutputStream out) throws IOException {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("format", FORMAT);
        description.put("type", type);
        description.put("namespace", namespace);
        description.put("key", key);
        description.put("stateVersion", stateVersion);
        description.putAll(more);
        // what closes the zip must not close what it is written to
        try (ZipOutputStream zip = new ZipOutputStream(new FilterOutputStream(out) {

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
            }

            @Override
            public void close() throws IOException {
                flush();
            }
        })) {
            zip.putNextEntry(new ZipEntry(DESCRIPTION));
            zip.write(JsonValues.writeBytes(description));
            zip.closeEntry();
            zip.putNextEntry(new ZipEntry(DATABASE));
            Files.copy(database, zip);
            zip.closeEntry();
        }
    }

    /** Reads it, the database into a file. Fails with {@code inspector.invalid_file}. */
    static ActorFile read(InputStream in, Path database) throws IOException {
        ZipInputStream zip = new ZipInputStream(in);
        entry(zip, DESCRIPTION);
        byte[] description = zip.readNBytes(LONGEST_DESCRIPTION + 1);
        if (description.length > LONGEST_DESCRIPTION) {
            throw invalid(DESCRIPTION + " is too long");
        }
        ActorFile file = described(description);
        entry(zip, DATABASE);
        try (OutputStream out = Files.newOutputStream(database)) {
            copy(zip, out);
        }
        zip.closeEntry(); // looks at its checksum
        while (zip.getNextEntry() != null) {
            zip.closeEntry();
        }
        return file;
    }

    private static void entry(ZipInputStream zip, String name) throws IOException {
        ZipEntry entry = zip.getNextEntry();
        if (entry == null || !entry.getName().equals(name)) {
            throw invalid(name + " is not where it is to be");
        }
    }

    private static void copy(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long copied = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            copied += n;
            if (copied > ActorTransfers.LARGEST) {
                throw invalid("its database has more than " + ActorTransfers.LARGEST + " bytes");
            }
            out.write(buffer, 0, n);
        }
    }

    private static ActorFile described(byte[] json) {
        Object description;
        try {
            description = JsonValues.readPlain(json);
        } catch (RuntimeException e) {
            throw invalid(DESCRIPTION + " is no JSON").withCause(e);
        }
        if (!(description instanceof Map<?, ?> map) || !(map.get("format") instanceof Integer format) || !(map.get("type") instanceof String type)
            || !(map.get("namespace") instanceof String namespace) || !(map.get("key") instanceof List<?> key) || !key.stream().allMatch(String.class::isInstance)
            || !(map.get("stateVersion") instanceof Integer stateVersion)) {
            throw invalid(DESCRIPTION + " does not say what it is to say");
        }
        if (format != FORMAT) {
            throw invalid("it has format " + format + ", this platform knows " + FORMAT);
        }
        return new ActorFile(type, namespace, key.stream().map(String.class::cast).toList(), stateVersion, Map.of());
    }

    static RivetException invalid(String reason) {
        return ErrorCode.INSPECTOR_INVALID_FILE.error("reason", reason);
    }
}
