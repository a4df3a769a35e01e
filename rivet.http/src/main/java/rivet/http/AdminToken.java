package rivet.http;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/** What opens the admin port. Compared in a time that does not depend on how much of it was right. */
final class AdminToken {

    private static final int BYTES = 32;

    private final byte[] secret;

    private AdminToken(String secret) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the token of a configuration. */
    static AdminToken of(String secret) {
        return new AdminToken(secret);
    }

    /**
     * Returns the token that is in a file, which its owner alone can read. If there is none it is made.
     *
     * @throws IOException if it can neither be read nor made
     */
    static AdminToken in(Path file) throws IOException {
        if (!Files.exists(file)) {
            make(file);
        }
        String secret = Files.readString(file).strip();
        if (secret.isEmpty()) {
            throw new IOException(file + " is empty");
        }
        return new AdminToken(secret);
    }

    private static void make(Path file) throws IOException {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String secret = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        if (file.getParent() != null) {
            Files.createDirectories(file.getParent());
        }
        // a process that is killed here leaves no half of it
        Path made = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(made);
        try (var channel = Files.newByteChannel(made, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), forOwner(file))) {
            channel.write(StandardCharsets.UTF_8.encode(secret + "\n"));
        }
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static FileAttribute<?>[] forOwner(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))} : new FileAttribute<?>[0];
    }

    /** Returns the address that a browser is let in by. */
    String link(String host, String port) {
        String authority = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        return "http://" + authority + "/?token=" + URLEncoder.encode(new String(secret, StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Returns whether it was offered. */
    boolean isMetBy(String offered) {
        return MessageDigest.isEqual(secret, offered.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "the admin token";
    }
}
