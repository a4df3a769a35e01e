package rivet.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpansTest {

    @ParameterizedTest
    @CsvSource({ "PT-5S,0s", "PT0S,0ms", "PT0.35S,350ms", "PT12.9S,12s", "PT59.9S,59s", "PT3M59S,3m",
        "PT2H,2h", "PT23H59M,23h", "P5DT3H,5d", "P400D,400d" })
    void saysAges(Duration span, String text) {
        assertThat(Spans.of(span)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({ "0,0ms", "900,0ms", "350000,350ms", "2345678,2.3s", "59900000,59.9s", "60000000,1m", "9223372036854775807,106751991d" })
    void saysTimeSpent(long micros, String text) {
        assertThat(Spans.spent(micros)).isEqualTo(text);
    }

    @Test
    void saysHowFarAPointIs() {
        assertThat(Spans.point(Samples.NOON, Samples.NOON.plusSeconds(180))).isEqualTo("2026-11-30T12:00:00Z (3m ago)");
        assertThat(Spans.point(Samples.NOON, Samples.NOON.minusSeconds(180))).isEqualTo("2026-11-30T12:00:00Z (in 3m)");
    }
}
