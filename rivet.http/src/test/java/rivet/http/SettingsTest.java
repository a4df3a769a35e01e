package rivet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

    private static final String SECRET = "a secret of the store";

    @TempDir
    Path folder;

    private Path store() throws Exception {
        Path store = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias", "a", "-keyalg", "EC",
            "-dname", "CN=localhost", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", SECRET).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(said).isZero();
        return store;
    }

    @Test
    void withoutAKeyStoreItIsPlainHttp() {
        Map<String, Object> settings = Settings.of("public", "127.0.0.1", "6420", Optional.empty());
        assertThat(settings).containsEntry("org.apache.felix.http.enable", true).containsEntry("org.apache.felix.https.enable", false)
            .containsEntry("org.osgi.service.http.port", "6420").doesNotContainKeys("org.osgi.service.http.port.secure", "org.apache.felix.http2.enable");
    }

    @Test
    void withAKeyStoreItIsTlsAndNothingElse() throws Exception {
        Optional<Keys> keys = Keys.of(store().toString(), SECRET, "");
        keys.get().check();
        Map<String, Object> settings = Settings.of("public", "127.0.0.1", "6420", keys);
        assertThat(settings).containsEntry("org.apache.felix.http.enable", false).containsEntry("org.apache.felix.https.enable", true)
            .containsEntry("org.osgi.service.http.port.secure", "6420").containsEntry("org.apache.felix.http2.enable", true)
            .containsEntry("org.apache.felix.https.keystore.key.password", SECRET).doesNotContainKey("org.osgi.service.http.port");
        assertThat(keys.get().toString()).doesNotContain(SECRET);
    }

    @Test
    void aKeyStoreThatCannotBeUsedIsFoundBeforeThePortOpens() throws Exception {
        Path store = store();
        assertThatThrownBy(Keys.of(store.toString(), "wrong", "").get()::check).hasMessageContaining("cannot be opened").hasMessageNotContaining("wrong");
        assertThatThrownBy(Keys.of(folder.resolve("none").toString(), SECRET, "").get()::check).hasMessageContaining("cannot be read");
        Path empty = Files.createFile(folder.resolve("empty.p12"));
        assertThatThrownBy(Keys.of(empty.toString(), SECRET, "").get()::check).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsMeantForJettyGoesToIt() {
        Map<String, Object> settings = Settings.of("public", "127.0.0.1", "6420", Optional.empty());
        Settings.add(settings, Map.of("org.apache.felix.http.jetty.acceptQueueSize", 7, "org.eclipse.jetty.UriComplianceMode", "LEGACY", "port", "1"));
        assertThat(settings).containsEntry("org.apache.felix.http.jetty.acceptQueueSize", 7)
            .containsEntry("org.eclipse.jetty.UriComplianceMode", "LEGACY").doesNotContainKey("port");
    }
}
