package rivet.test.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import rivet.test.driver.LargePayload.Response;
import rivet.test.driver.LargePayload.Summary;
import rivet.value.Undefined;

class LargePayloadTest {

    @Test
    void sumsUp() {
        assertThat(Summary.of(List.of("a", "b", "c"))).isEqualTo(new Summary(3, "a", "c"));
    }

    @Test
    void sumsUpNothing() {
        assertThat(Summary.of(List.of())).isEqualTo(new Summary(0, Undefined.UNDEFINED, Undefined.UNDEFINED));
    }

    @Test
    void makesItems() {
        assertThat(Response.of(2).items()).containsExactly(
            "Item 0 with some additional text to increase size", "Item 1 with some additional text to increase size");
    }
}
