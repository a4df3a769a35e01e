package rivet.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.StorageException;

class FolderLockTest {

    @TempDir
    Path folder;

    @Test
    void isHeldUntilClosed() throws Exception {
        try (FolderLock lock = FolderLock.acquire(folder, "me")) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> FolderLock.acquire(folder, "me")).isInstanceOf(StorageException.class).hasMessageContaining(folder.toString())
                .hasMessageContaining("another store of this process");
            try (FileChannel channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.WRITE)) {
                assertThatThrownBy(channel::tryLock).as("still locked").isInstanceOf(OverlappingFileLockException.class);
            }
        }
        FolderLock again = FolderLock.acquire(folder, "me");
        again.close();
        again.close();
    }

    @Test
    void whatADeadProcessLeftDoesNotCount() throws Exception {
        Files.writeString(folder.resolve("owner"), "pid 1, long ago");
        Files.createFile(folder.resolve("lock"));
        FolderLock.acquire(folder, "pid 1, now").close();
    }
}
