package rivet.runtime.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

class EndingsTest {

    private final Endings endings = new Endings();
    private final RivetException late = ErrorCode.SQLITE_TRANSACTION_EXPIRED.error("timeout_ms", 50);

    @Test
    @DisplayName("R-sql-13: who asks something of a transaction that is over hears how it ended, until its name means another one")
    void said() {
        assertThat(endings.of("t")).hasMessageContaining("already ended");
        endings.add("t", late);
        assertThat(endings.of("t")).isSameAs(late);
        endings.forget("t");
        assertThat(endings.of("t")).hasMessageContaining("already ended");
    }

    @Test
    @DisplayName("R-sql-13: a bounded number of them is remembered, of bounded length")
    void bounded() {
        endings.add("x".repeat(257), late);
        assertThat(endings.of("x".repeat(257))).isNotSameAs(late);
        for (int i = 0; i < 65; i++) {
            endings.add("t" + i, late);
        }
        assertThat(endings.of("t0")).isNotSameAs(late);
        assertThat(endings.of("t1")).isSameAs(late);
        endings.add("t1", late);
        endings.add("another", late);
        assertThat(endings.of("t1")).isSameAs(late);
        assertThat(endings.of("t2")).isNotSameAs(late);
    }
}
