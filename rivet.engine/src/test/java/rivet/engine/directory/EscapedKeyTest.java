package rivet.engine.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EscapedKeyTest {

    static Stream<Arguments> keys() {
        return Stream.of(
            Arguments.of(List.of(), "/"),
            Arguments.of(List.of("a"), "a"),
            Arguments.of(List.of("a", "b"), "a/b"),
            Arguments.of(List.of("a/b", "", "c\\d"), "a\\/b/\\0/c\\\\d"),
            Arguments.of(List.of(""), "\\0"),
            Arguments.of(List.of("", ""), "\\0/\\0"),
            Arguments.of(List.of("\\0"), "\\\\0"),
            Arguments.of(List.of("0"), "0"),
            Arguments.of(List.of("a\\/b", "c/"), "a\\\\\\/b/c\\/"),
            Arguments.of(List.of("x y", "é😀", "50%", "a&b=c", "#?"), "x y/é😀/50%/a&b=c/#?"));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void escapesAndReads(List<String> key, String escaped) { // R-obj-1, R-obj-2
        assertThat(EscapedKey.of(key)).isEqualTo(escaped);
        assertThat(EscapedKey.segments(escaped)).isEqualTo(key);
        assertThat(EscapedKey.canonical(escaped)).isEqualTo(escaped);
    }

    @Test
    void oddWritingsOfAKeyAreThatKey() { // R-obj-3
        assertThat(EscapedKey.segments("")).isEmpty();
        assertThat(EscapedKey.segments("a\\")).containsExactly("a\\");
        assertThat(EscapedKey.canonical("\\a/b")).isEqualTo("a/b");
        assertThat(EscapedKey.canonical("a//b")).isEqualTo("a/\\0/b");
        assertThat(EscapedKey.canonical("a\\0b/c")).isEqualTo("\\0/c");
        assertThat(EscapedKey.canonical("")).isEqualTo("/");
    }
}
