package rivet.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;

import rivet.spi.storage.Statement;

/** How much one transaction may hold. */
class BudgetTest {

    @Test
    void whatParametersCountFor_R_state_35() {
        assertThat(Budget.payload(null)).isZero();
        assertThat(Budget.payload(7L)).isEqualTo(8);
        assertThat(Budget.payload(7.5)).isEqualTo(8);
        assertThat(Budget.payload(new byte[3])).isEqualTo(3);
        for (String text : List.of("", "abc", "grün", "€", "😀", "a😀ü€")) {
            assertThat(Budget.payload(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
        }
        assertThat(Budget.of(List.of(Statement.of("x", 1, null), Statement.of("y", "ab", new byte[5])))).isEqualTo(new Budget(2, 15));
    }

    @Test
    void theLimits_R_state_33() {
        assertThat(Budget.of(Collections.nCopies(128, Statement.of("x"))).fits(Budget.LIMIT)).isTrue();
        assertThat(Budget.of(Collections.nCopies(129, Statement.of("x"))).fits(Budget.LIMIT)).isFalse();
        assertThat(Budget.of(List.of(Statement.of("x", new byte[512 << 10]))).fits(Budget.LIMIT)).isTrue();
        assertThat(Budget.of(List.of(Statement.of("x", new byte[512 << 10], "a"))).fits(Budget.LIMIT)).isFalse();
    }
}
