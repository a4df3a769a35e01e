package rivet.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

class FoldersTest {

    @TempDir
    Path root;

    @Test
    void eachDatabaseHasItsPlaceForGood() {
        Folders folders = new Folders(Path.of("data"));
        // the places must not move when the product changes: databases lie there
        assertThat(folders.file(new DatabaseId.Platform("directory"))).isEqualTo(Path.of("data/platform/directory.db"));
        assertThat(folders.file(new DatabaseId.Actor("8c3v9k2"))).isEqualTo(Path.of("data/actors/2cb/8c3v9k2.db"));
        assertThat(folders.file(new DatabaseId.Actor("aBc")).getFileName()).hasToString("a_Bc.db");
    }

    @Test
    void foldersStaySmallHoweverIdsEnd() {
        Folders folders = new Folders(root);
        Map<Path, Long> sizes = IntStream.range(0, 102_400).mapToObj(i -> folders.file(new DatabaseId.Actor(Integer.toString(i, 36) + "label00")).getParent())
            .collect(Collectors.groupingBy(folder -> folder, Collectors.counting()));
        assertThat(sizes).hasSize(1024);
        assertThat(sizes.values()).allMatch(size -> size < 250);
    }

    @Test
    void preparingForgetsUnfinishedFiles() throws Exception {
        Folders folders = new Folders(root);
        folders.prepare(new Disk(true));
        Files.writeString(folders.work().resolve("half"), "x");
        folders.prepare(new Disk(true));
        assertThat(folders.work()).isEmptyDirectory();
        assertThat(root.resolve("actors")).isDirectory();
    }

    @Test
    void namesHaveTheirLimit() {
        Folders folders = new Folders(root);
        folders.file(new DatabaseId.Actor("a".repeat(200)));
        assertThatThrownBy(() -> folders.file(new DatabaseId.Actor("A".repeat(101))))
            .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.kind()).isEqualTo(Kind.IO));
    }
}
