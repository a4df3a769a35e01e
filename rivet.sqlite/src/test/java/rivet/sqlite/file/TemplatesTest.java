package rivet.sqlite.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.Template;
import rivet.sqlite.connection.Connections;

class TemplatesTest {

    @TempDir
    Path root;
    private Folders folders;

    @BeforeEach
    void prepare() throws Exception {
        folders = new Folders(root);
        folders.prepare(new Disk(false));
    }

    private Templates templates() {
        return new Templates(folders, new Disk(false), new Connections(new Connections.Settings(false, 64, 16, 100, 256)));
    }

    private static Template template(String name, String... statements) {
        return new Template(name, Stream.of(statements).map(Statement::of).toList());
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(folders.templates())) {
            return files.toList();
        }
    }

    @Test
    void areMadeOnceAndKept() throws Exception {
        Templates templates = templates();
        byte[] bytes = templates.bytes(template("t", "CREATE TABLE a (b)"));
        assertThat(templates.bytes(template("t", "CREATE TABLE a (b)"))).isSameAs(bytes);
        assertThat(templates().bytes(template("t", "CREATE TABLE a (b)"))).isEqualTo(bytes);
        assertThat(files()).hasSize(1);
        assertThat(folders.work()).isEmptyDirectory();
        // bytes 18 and 19 of the header: write-ahead log
        assertThat(bytes[18]).isEqualTo((byte) 2);
        assertThat(bytes[19]).isEqualTo((byte) 2);
    }

    @Test
    void withOtherStatementsReplaceThoseOfTheirName() throws Exception {
        byte[] old = templates().bytes(template("t", "CREATE TABLE a (b)"));
        templates().bytes(template("u", "CREATE TABLE a (b)"));
        Path before = files().getFirst();
        Templates templates = templates();
        assertThat(templates.bytes(template("t", "CREATE TABLE a (c)"))).isNotEqualTo(old);
        assertThat(files()).hasSize(2).isNotEqualTo(List.of(before));
        assertThat(templates.bytes(template("t", "CREATE TABLE a (b)"))).isNotSameAs(old);
    }

    @Test
    void areToldApartByEveryPart() {
        List<List<Statement>> contents = List.of(List.of(), List.of(Statement.of("a")), List.of(Statement.of("a"), Statement.of("b")),
            List.of(Statement.of("ab")),
            List.of(Statement.of("a", "b")), List.of(Statement.of("a", 1)), List.of(Statement.of("a", "1")), List.of(Statement.of("a", 1.0)),
            List.of(Statement.of("a", (Object) null)), List.of(Statement.of("a", (Object) new byte[] {1})));
        List<Template> all = Stream.concat(contents.stream().map(content -> new Template("t", content)), Stream.of(template("u"))).toList();
        assertThat(all.stream().map(TemplateFile::of).distinct()).hasSize(all.size());
    }

    @Test
    void thatFailCanBeTriedAgain() throws Exception {
        Templates templates = templates();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> templates.bytes(template("t", "CREATE TABLE a (b)", "nonsense"))).isInstanceOf(StorageException.class);
        }
        assertThat(files()).isEmpty();
        assertThat(folders.work()).isEmptyDirectory();
        assertThat(templates.bytes(template("t", "CREATE TABLE a (b)"))).isNotEmpty();
    }

    @Test
    void manyOfThemAreKeptOnDisk() throws Exception {
        Templates templates = templates();
        for (int i = 0; i < 70; i++) {
            templates.bytes(template("t" + i, "CREATE TABLE a" + i + " (b)"));
        }
        assertThat(files()).hasSize(70);
    }
}
