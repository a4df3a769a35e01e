package rivet.engine.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

class WebTest {

    @ParameterizedTest
    @CsvSource({"a, a, a", "a%20b, a b, a b", "a+b, a+b, a b", "%C3%A9, é, é", "%F0%9F%98%80, 😀, 😀", "100%, 100%, 100%", "%zz, %zz, %zz",
        "%4, %4, %4", "%2f%2F, //, //", "é%20, 'é ', 'é '", "%ff, \ufffd, \ufffd", "%00, '\0', '\0'"})
    void decodesAsClientsEncode(String text, String segment, String form) {
        assertThat(Percent.decode(text)).isEqualTo(segment);
        assertThat(Percent.decodeForm(text)).isEqualTo(form);
    }

    @Test
    void splitsQueries() {
        assertThat(new QueryString("").parameters()).isEmpty();
        assertThat(new QueryString("a=1&b&=c&&d=%3D=+").parameters()).containsExactly(new QueryString.Parameter("a=1", "a", "1"),
            new QueryString.Parameter("b", "b", ""), new QueryString.Parameter("=c", "", "c"), new QueryString.Parameter("d=%3D=+", "d", "== "));
    }

    @Test
    void rayIdsAreManyAndAlike() {
        RayIds rays = new RayIds(5);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            seen.add(rays.get());
        }
        assertThat(seen).hasSize(10_000).allMatch(ray -> ray.matches("[0-9a-z]{30}"));
        assertThat(new RayIds(6).get()).isNotEqualTo(new RayIds(5).get());
    }

    @Test
    void errorsThatMayBeSeenSayAllAndOthersNothing() {
        assertThat(text(ErrorCode.ACTOR_DUPLICATE_KEY.error("existing_actor_id", "x", "key", "a\"b"))).isEqualTo(
            "{\"group\":\"actor\",\"code\":\"duplicate_key\",\"message\":\"Actor key 'a\\\"b' is already in use.\","
                + "\"metadata\":{\"existing_actor_id\":\"x\",\"key\":\"a\\\"b\"}}");
        assertThat(text(ErrorCode.ACTOR_STARTING.error().withMetadata(Map.of("secret", 1)))).isEqualTo(
            "{\"group\":\"actor\",\"code\":\"starting\",\"message\":\"An internal error occurred\"}");
    }

    private static String text(RivetException error) {
        return new String(Json.bytes(error), StandardCharsets.UTF_8);
    }

    @Test
    void writesPlainValues() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("list", Arrays.asList(1, 2L, 1.5, true, null, "é", List.of()));
        map.put("other", new StringBuilder("x"));
        assertThat(new String(Json.bytes(map), StandardCharsets.UTF_8)).isEqualTo("{\"list\":[1,2,1.5,true,null,\"é\",[]],\"other\":\"x\"}");
    }
}
