package rivet.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import rivet.sqlite.store.StoreSettings;

class ConfigCheckTest {

    /** Configuration with the defaults and some other values. */
    static Config config(Map<String, ?> values) {
        return (Config) Proxy.newProxyInstance(Config.class.getClassLoader(), new Class<?>[] {Config.class},
            (proxy, method, args) -> values.containsKey(method.getName()) ? values.get(method.getName()) : method.getDefaultValue());
    }

    @Test
    void defaultsAreFitForUse() {
        StoreSettings settings = ConfigCheck.settings(config(Map.of()), "me");
        assertThat(settings.data()).isEqualTo(Path.of("data").toAbsolutePath());
        assertThat(settings.process()).isEqualTo("me");
        assertThat(settings.connections().synced()).isTrue();
        assertThat(settings.connections().cacheKiB()).isEqualTo(32);
        assertThat(settings.waiting()).isEqualTo(128);
        assertThat(settings.handlesAtRest()).isEqualTo(1000);
    }

    @Test
    void processIsTheOtherLevel() {
        assertThat(ConfigCheck.settings(config(Map.of("durability", "process")), "me").connections().synced()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"threads, 0", "threads, 1025", "openHandles, 0", "openHandles, 7000", "maxOpenHandles, 999", "cacheKiB, 1", "statements, 3", "waiting, 0",
        "readers, 33", "resultBytes, 1", "busyMillis, -1", "statementSeconds, 0", "checkpointPages, 1"})
    void numbersHaveTheirLimits(String name, int value) {
        String named = name.equals("openHandles") && value == 7000 ? "maxOpenHandles" : name;
        assertThatThrownBy(() -> ConfigCheck.settings(config(Map.of(name, value)), "me")).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("rivet.sqlite.SqliteStorage: " + named + " must be a number from ");
    }

    @ParameterizedTest
    @CsvSource({"durability, POWER", "durability, ''", "data, ''", "data, a?b"})
    void wordsToo(String name, String value) {
        assertThatThrownBy(() -> ConfigCheck.settings(config(Map.of(name, value)), "me")).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(name + " must be ").hasMessageContaining("\"" + value + "\"");
    }
}
