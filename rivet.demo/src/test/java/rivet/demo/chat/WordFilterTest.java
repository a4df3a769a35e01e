package rivet.demo.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordFilterTest {

    @ParameterizedTest
    @CsvSource({
        "damn, ****",
        "'Damn! DAMN it.', '****! **** it.'",
        "a damned condamnation, a damned condamnation",
        "'verdammt, Käse', 'verdammt, ****'",
        "why me (c++)?, why me (***)?",
    })
    void hidesWholeWordsOnly(String text, String clean) {
        assertThat(new WordFilter(List.of("damn", "käse", "c++")).clean(text)).isEqualTo(clean);
    }

    @Test
    void leavesAnUnlistedTextAlone() {
        assertThat(new WordFilter(List.of("damn")).clean("Hello $1 \\ world")).isEqualTo("Hello $1 \\ world");
    }

    @Test
    void hidesNothingWithoutWords() {
        assertThat(new WordFilter(List.of()).clean("damn it")).isEqualTo("damn it");
    }
}
