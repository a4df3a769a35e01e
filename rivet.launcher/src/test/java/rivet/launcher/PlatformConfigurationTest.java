package rivet.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

class PlatformConfigurationTest {

    @Test
    void noTypedPropertyHoldsAPlaceholder() throws Exception {
        // the configurator converts a typed property before the placeholder is replaced: a Boolean would always be false
        try (InputStream in = PlatformConfigurationTest.class.getResourceAsStream("/OSGI-INF/configurator/platform.json")) {
            String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(json).contains("$[").doesNotContainPattern("\"[^\"]+:\\w+\"\\s*:\\s*\"[^\"]*\\$\\[");
        }
    }
}
