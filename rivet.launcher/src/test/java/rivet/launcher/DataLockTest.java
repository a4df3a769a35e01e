package rivet.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataLockTest {

    @TempDir
    Path folder;

    /** Holds a folder until its input ends. */
    static final class Holder {
        public static void main(String[] args) throws IOException {
            DataLock.acquire(Path.of(args[0]));
            System.out.println("held");
            System.in.read();
            Runtime.getRuntime().halt(1);
        }
    }

    @Test
    void aFolderIsForOneProcess() throws Exception {
        Path classes = Path.of(DataLock.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path tests = Path.of(DataLockTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", classes + File.pathSeparator + tests,
            Holder.class.getName(), folder.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("held");
            assertThatThrownBy(() -> DataLock.acquire(folder)).isInstanceOf(IllegalStateException.class).hasMessageContaining(folder.toString())
                .hasMessageContaining("process " + other.pid()).hasMessageContaining("--data");
            other.outputWriter().close();
            assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            other.destroyForcibly();
        }
        DataLock mine = DataLock.acquire(folder);
        assertThat(folder.resolve("process")).hasContent(String.valueOf(ProcessHandle.current().pid()));
        mine.close();
        assertThat(Files.exists(folder.resolve("process"))).isTrue();
    }
}
