package rivet.test.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void writesWhatFixturesSend() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("text", "a \"quoted\" \\ and a\nline");
        value.put("list", Arrays.asList(1, 2.5, true, null));
        value.put("map", Map.of("inner", List.of()));
        assertThat(Json.text(value)).isEqualTo("{\"text\":\"a \\\"quoted\\\" \\\\ and a\\u000aline\",\"list\":[1,2.5,true,null],\"map\":{\"inner\":[]}}");
    }
}
