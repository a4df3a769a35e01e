package rivet.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/**
 * A key store with the private key and the certificate of a port.
 *
 * @param file where it is: PKCS12, or JKS
 * @param password opens it
 * @param keyPassword opens the key
 */
record Keys(Path file, String password, String keyPassword) {

    /** Returns the keys of a configuration; none if no file is named. An empty password of the key is that of the store. */
    static Optional<Keys> of(String file, String password, String keyPassword) {
        return file.isEmpty() ? Optional.empty() : Optional.of(new Keys(Path.of(file), password, keyPassword.isEmpty() ? password : keyPassword));
    }

    /**
     * Opens them once.
     *
     * @throws IllegalArgumentException if that fails; the message says why, without the passwords
     */
    void check() {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("the key store " + file + " cannot be read");
        }
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), password.toCharArray());
            boolean found = false;
            for (String alias : Collections.list(store.aliases())) {
                found |= store.isKeyEntry(alias) && store.getKey(alias, keyPassword.toCharArray()) != null;
            }
            if (!found) {
                throw new IllegalArgumentException("the key store " + file + " holds no private key");
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("the key store " + file + " cannot be opened: " + e.getMessage(), e);
        }
    }

    void put(Map<String, Object> settings) {
        settings.put("org.apache.felix.https.keystore", file.toString());
        settings.put("org.apache.felix.https.keystore.password", password);
        settings.put("org.apache.felix.https.keystore.key.password", keyPassword);
        settings.put("org.apache.felix.http2.enable", true);
        settings.put("org.apache.felix.jetty.alpn.protocols", new String[] {"h2", "http/1.1"});
        settings.put("org.apache.felix.jetty.alpn.defaultProtocol", "http/1.1");
    }

    @Override
    public String toString() {
        return "keys of " + file;
    }
}
