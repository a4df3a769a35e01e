package rivet.protocol.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

/** R-obj-1 to R-obj-4, spec/wire.md 5. */
class ActorKeysTest {

    private static final String ALPHABET = "/\\0,ab é";

    @Test
    void escapesAsTheSpecSays() {
        assertThat(ActorKeys.escape(List.of("a/b", "", "c\\d"))).isEqualTo("a\\/b/\\0/c\\\\d");
        assertThat(ActorKeys.escape(List.of())).isEqualTo("/");
        assertThat(ActorKeys.escape(List.of(""))).isEqualTo("\\0");
        assertThat(ActorKeys.escape(List.of("", ""))).isEqualTo("\\0/\\0");
        assertThat(ActorKeys.escape(List.of("0", "\\0"))).isEqualTo("0/\\\\0");
    }

    @Test
    void readsAnyText() {
        assertThat(ActorKeys.parse("")).isEmpty();
        assertThat(ActorKeys.parse("/")).isEmpty();
        assertThat(ActorKeys.parse("a")).containsExactly("a");
        assertThat(ActorKeys.parse("a/")).containsExactly("a", "");
        assertThat(ActorKeys.parse("//")).containsExactly("", "", "");
        assertThat(ActorKeys.parse("\\0")).containsExactly("");
        assertThat(ActorKeys.parse("\\0/b")).containsExactly("", "b");
        assertThat(ActorKeys.parse("\\x\\/")).containsExactly("x/");
        assertThat(ActorKeys.parse("a\\")).containsExactly("a\\");
        assertThat(ActorKeys.parse("a/\\")).containsExactly("a", "\\");
    }

    /** Every key comes back, and no two keys have one text. */
    @Test
    void theEscapedFormIsUnambiguous() {
        Map<String, List<String>> seen = new HashMap<>();
        Random random = new Random(4711);
        for (int i = 0; i < 50_000; i++) {
            List<String> key = key(random);
            String text = ActorKeys.escape(key);
            assertThat(ActorKeys.parse(text)).isEqualTo(key);
            List<String> other = seen.put(text, key);
            assertThat(other == null || other.equals(key)).as(text).isTrue();
        }
    }

    /** Whatever text is read, its key is one: writing and reading it again changes nothing. */
    @Test
    void readingIsStable() {
        Random random = new Random(4712);
        for (int i = 0; i < 50_000; i++) {
            List<String> key = ActorKeys.parse(word(random, 8));
            assertThat(ActorKeys.parse(ActorKeys.escape(key))).isEqualTo(key);
        }
    }

    @Test
    void theQueryFormSplitsAtCommas() {
        assertThat(ActorKeys.parseQuery("")).isEmpty();
        assertThat(ActorKeys.parseQuery("a")).containsExactly("a");
        assertThat(ActorKeys.parseQuery("a,b")).containsExactly("a", "b");
        assertThat(ActorKeys.parseQuery("a,,b,")).containsExactly("a", "", "b", "");
        assertThat(ActorKeys.parseQuery(",")).containsExactly("", "");
        assertThat(ActorKeys.parseQuery("a/b\\0")).containsExactly("a/b\\0");
    }

    private static List<String> key(Random random) {
        List<String> key = new ArrayList<>();
        for (int count = random.nextInt(5); count > 0; count--) {
            key.add(word(random, 5));
        }
        return key;
    }

    private static String word(Random random, int limit) {
        StringBuilder word = new StringBuilder();
        for (int length = random.nextInt(limit); length > 0; length--) {
            word.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return word.toString();
    }
}
