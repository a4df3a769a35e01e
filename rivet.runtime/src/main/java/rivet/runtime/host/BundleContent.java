package rivet.runtime.host;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

import org.osgi.framework.Bundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells by digest whether two bundles hold the same, whatever their versions say. */
final class BundleContent {

    private static final int MOST_KNOWN = 256;
    private static final Logger log = LoggerFactory.getLogger(BundleContent.class);

    private record Known(long lastModified, String digest) {}

    private final Map<Long, Known> known = new LinkedHashMap<>(); // guarded by this; by bundle id, the latest of them

    /** Returns a digest of all that is in a bundle; empty if it cannot be read. */
    synchronized String digest(Bundle bundle) {
        Known before = known.get(bundle.getBundleId());
        if (before != null && before.lastModified == bundle.getLastModified()) {
            return before.digest;
        }
        try {
            Known now = new Known(bundle.getLastModified(), read(bundle));
            known.put(bundle.getBundleId(), now);
            if (known.size() > MOST_KNOWN) {
                known.remove(known.keySet().iterator().next());
            }
            return now.digest;
        } catch (IOException | IllegalStateException e) {
            log.warn("bundle {} cannot be read", bundle, e);
            return "";
        }
    }

    private static String read(Bundle bundle) throws IOException {
        MessageDigest digest = sha256();
        Enumeration<URL> entries = bundle.findEntries("/", "*", true);
        for (URL entry : entries == null ? Collections.<URL> emptyList() : Collections.list(entries)) {
            if (!entry.getPath().endsWith("/")) {
                digest.update(entry.getPath().getBytes(StandardCharsets.UTF_8));
                try (InputStream in = entry.openStream()) {
                    digest.update(in.readAllBytes());
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
