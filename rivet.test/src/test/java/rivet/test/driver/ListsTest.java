package rivet.test.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

class ListsTest {

    @Test
    void appendsToACopy() {
        List<String> before = List.of("a");
        assertThat(Lists.append(before, "b")).containsExactly("a", "b").isUnmodifiable();
        assertThat(before).containsExactly("a");
    }

    @Test
    void takesNullAsAnItem() {
        assertThat(Lists.append(Arrays.asList("a", null), null)).containsExactly("a", null, null);
    }
}
