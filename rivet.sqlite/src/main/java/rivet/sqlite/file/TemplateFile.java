package rivet.sqlite.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import rivet.spi.storage.Statement;
import rivet.spi.storage.Template;

/**
 * The name of a template's file.
 *
 * @param name digest of the template's name
 * @param content digest of its statements
 */
record TemplateFile(String name, String content) {

    /** Goes up when files are made differently from the same statements. */
    private static final int FORMAT = 1;

    static TemplateFile of(Template template) {
        MessageDigest digest = digest();
        add(digest, 'F', String.valueOf(FORMAT));
        for (Statement statement : template.statements()) {
            add(digest, 'Q', statement.sql());
            for (Object value : statement.params()) {
                switch (value) {
                    case null -> add(digest, 'N', "");
                    case byte[] b -> add(digest, 'B', HexFormat.of().formatHex(b));
                    default -> add(digest, 'V', value.getClass().getName() + value);
                }
            }
        }
        return new TemplateFile(hex(digest().digest(template.name().getBytes(StandardCharsets.UTF_8))), hex(digest.digest()));
    }

    /** Returns whether this is a file of the same template with other statements. */
    boolean replaces(String file) {
        return file.startsWith(name) && !file.equals(toString());
    }

    @Override
    public String toString() {
        return name + "-" + content + ".db";
    }

    /** Adds a value with its kind and length, so that the borders between values count. */
    private static void add(MessageDigest digest, char kind, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Character.BYTES + Integer.BYTES).putChar(kind).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest, 0, 16);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
