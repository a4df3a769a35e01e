package rivet.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTokenTest {

    @TempDir
    Path folder;

    @Test
    void isMadeOnceForItsOwnerOnly() throws IOException {
        Path file = folder.resolve("data/admin-token");
        AdminToken made = AdminToken.in(file);
        String secret = Files.readString(file).strip();
        assertThat(secret).matches("[A-Za-z0-9_-]{43}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(made.isMetBy(secret)).isTrue();
        assertThat(made.isMetBy(secret + "x")).isFalse();
        assertThat(made.isMetBy("")).isFalse();
        assertThat(AdminToken.in(file).isMetBy(secret)).as("kept").isTrue();
        assertThat(made.toString()).doesNotContain(secret);
        assertThat(AdminToken.in(folder.resolve("other")).isMetBy(secret)).as("another platform has another").isFalse();
    }

    @Test
    void anEmptyFileOpensNothing() throws IOException {
        Path file = Files.writeString(folder.resolve("admin-token"), "\n");
        assertThatThrownBy(() -> AdminToken.in(file)).isInstanceOf(IOException.class).hasMessageContaining("is empty");
    }

    @Test
    void theLinkCarriesItAsItIs() {
        assertThat(AdminToken.of("a&b c").link("127.0.0.1", "6421")).isEqualTo("http://127.0.0.1:6421/?token=a%26b+c");
        assertThat(AdminToken.of("x").link("::1", "1")).isEqualTo("http://[::1]:1/?token=x");
    }
}
