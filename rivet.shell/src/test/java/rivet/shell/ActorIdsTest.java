package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import rivet.inspect.ActorInfo.Status;

class ActorIdsTest {

    private final MemoryInspection platform = new MemoryInspection();
    private final Terminal terminal = new Terminal(platform);

    @AfterEach
    void close() {
        terminal.close();
    }

    private String found(String text) throws Exception {
        return terminal.run("rivet:actor " + text).lines().findFirst().orElseThrow().substring(14, 17);
    }

    @Test
    void findsByIdAndByItsBeginning() throws Exception {
        platform.add(Samples.sleeping(Samples.id("abc"), "counter", "a")).add(Samples.sleeping(Samples.id("abd"), "counter", "b"));
        assertThat(found(Samples.id("abc"))).isEqualTo("abc");
        assertThat(found("abd")).isEqualTo("abd");
        assertThat(found("abd000")).isEqualTo("abd");
    }

    @Test
    void findsABeginningThatLooksLikeANumber() throws Exception {
        platform.add(Samples.sleeping(Samples.id("007"), "counter", "a")).add(Samples.sleeping(Samples.id("1e5"), "counter", "b"));
        assertThat(found("007")).isEqualTo("007");
        assertThat(found("1e5")).isEqualTo("1e5");
        assertThat(terminal.run("rivet:sleep 007 1e5").lines()).hasSize(3);
    }

    @Test
    void findsByTypeAndKey() throws Exception {
        platform.add(Samples.sleeping(Samples.id("abc"), "chatRoom", "lobby", "main"))
            .add(Samples.sleeping(Samples.id("abd"), "chatRoom", "a/b", "c d"))
            .add(Samples.sleeping(Samples.id("abe"), "chatRoom"))
            .add(Samples.sleeping(Samples.id("abf"), "prod", "chatRoom", List.of("lobby", "main")));
        platform.types.add(Samples.type("chatRoom"));
        assertThat(found("chatRoom/lobby,main")).isEqualTo("abc");
        assertThat(found("'chatRoom/a/b,c d'")).isEqualTo("abd");
        assertThat(found("chatRoom")).isEqualTo("abe");
        assertThat(found("chatRoom/")).isEqualTo("abe");
    }

    @Test
    void aKeyMeansTheLivingActor() throws Exception {
        platform.add(Samples.status(Samples.sleeping(Samples.id("abc"), "counter", "a"), Status.DESTROYED))
            .add(Samples.sleeping(Samples.id("abd"), "counter", "a"));
        assertThat(found("counter/a")).isEqualTo("abd");
    }

    @Test
    void listsTheMatchesOfWhatIsAmbiguous() {
        platform.add(Samples.sleeping(Samples.id("abc"), "counter", "a")).add(Samples.sleeping(Samples.id("abd"), "chatRoom", "lobby"));
        assertThat(terminal.fail("rivet:actor ab")).isEqualTo("""
            validation.invalid_input: Invalid input: 'ab' fits 2 actors, say more of the id:
            ID            TYPE      KEY
            abc000000000  counter   a
            abd000000000  chatRoom  lobby""");
    }

    @Test
    void listsTheFirstTenOfMany() {
        for (char c = 'a'; c <= 'k'; c++) {
            platform.add(Samples.sleeping(Samples.id("q" + c), "counter", "" + c));
        }
        assertThat(terminal.fail("rivet:actor q")).startsWith("validation.invalid_input: Invalid input: 'q' fits more than 10 actors,")
            .contains("qj00").doesNotContain("qk00").endsWith("\nand more");
    }

    @Test
    void aTypeThatIsTheBeginningOfAnIdIsAmbiguousToo() throws Exception {
        platform.types.add(Samples.type("ab"));
        platform.add(Samples.sleeping(Samples.id("abc"), "counter", "a")).add(Samples.sleeping(Samples.id("xyz"), "ab"));
        assertThat(terminal.fail("rivet:actor ab")).contains("fits 2 actors", "abc0", "xyz0");
        assertThat(found("ab/")).isEqualTo("xyz");
    }

    @Test
    void saysWhatItLookedFor() {
        assertThat(terminal.fail("rivet:actor nope"))
            .isEqualTo("actor.not_found: no actor's id begins with 'nope',"
                + " and none in namespace default is called so (TYPE/KEY,KEY)");
        assertThat(terminal.fail("rivet:state " + Samples.id("abc")))
            .isEqualTo("actor.not_found: no actor has the id '" + Samples.id("abc") + "'");
        assertThat(terminal.fail("rivet:state ''")).startsWith("actor.not_found:");
    }
}
