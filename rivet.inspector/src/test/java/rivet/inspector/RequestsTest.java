package rivet.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import rivet.error.RivetException;

/** How requests are read. */
class RequestsTest {

    @Test
    void paths() {
        Paths paths = Paths.of("/inspector/database/rows?table=a%20b+c&limit=7&limit=8&offset");
        assertThat(paths.path()).isEqualTo("database/rows");
        assertThat(paths.query()).containsEntry("table", "a b c");
        assertThat(paths.number("limit", 100, 500)).isEqualTo(7);
        assertThat(paths.number("other", 100, 500)).isEqualTo(100);
        assertThat(Paths.of("/inspector/queue?limit=999999999999").number("limit", 1, 200)).isEqualTo(200);
        assertThat(Paths.of("/inspector").path()).isEmpty();
        assertThat(Paths.of("/inspector/action/a%2Fb+c").rest("action/")).isEqualTo("a/b+c");
        for (String bad : List.of("limit=-1", "limit=x", "limit=", "limit=99999999999999999999")) {
            assertThatThrownBy(() -> Paths.of("/inspector/queue?" + bad).number("limit", 1, 2)).isInstanceOf(RivetException.class).hasMessageContaining("limit");
        }
        assertThatThrownBy(() -> Paths.of("/inspector/queue?a=%zz")).isInstanceOf(RivetException.class);
    }

    @Test
    void tokens() { // R-insp-3, R-insp-4
        assertThat(Tokens.of(Map.of("authorization", List.of("bEARER  secret ")))).isEqualTo("secret");
        assertThat(Tokens.of(Map.of("authorization", List.of("Basic secret")))).isEmpty();
        assertThat(Tokens.of(Map.of("authorization", List.of("Bearer ")))).isEmpty();
        assertThat(Tokens.of(Map.of())).isEmpty();
        Map<String, List<String>> header = Map.of("authorization", List.of("Bearer header"));
        assertThat(Tokens.of(List.of("rivet", "rivet_inspector_token.secret"), header)).isEqualTo("secret");
        assertThat(Tokens.of(List.of("rivet"), header)).isEqualTo("header");
    }

    @Test
    void arguments() {
        assertThat(Ask.arguments(Map.of())).isEmpty();
        assertThat(Ask.arguments(Map.of("args", List.of(1L, 2L)))).containsExactly(1L, 2L);
        assertThat(Ask.arguments(Map.of("properties", Map.of("a", 1L)))).containsExactly(Map.of("a", 1L));
        for (Map<?, ?> bad : List.of(Map.of("args", List.of(), "properties", Map.of()), Map.of("args", "x"), Map.of("properties", List.of()))) {
            assertThatThrownBy(() -> Ask.arguments(bad)).isInstanceOf(RivetException.class);
        }
    }
}
