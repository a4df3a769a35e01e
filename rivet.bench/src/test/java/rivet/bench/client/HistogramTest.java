package rivet.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 127, 128, 129, 255, 256, 257, 1_000, 65_535, 65_536, 1_234_567_890L, Long.MAX_VALUE})
    void aValueIsAtMostTheHighestOfItsBucketAndAboveThatOfTheOneBefore(long value) {
        int index = Histogram.index(value);
        assertThat(Histogram.highest(index)).isGreaterThanOrEqualTo(value);
        if (index > 0) {
            assertThat(Histogram.highest(index - 1)).isLessThan(value);
        }
    }

    @Test
    void bucketsAreNarrowerThanOnePercent() {
        for (int index = 256; index < Histogram.index(Long.MAX_VALUE); index++) {
            double width = Histogram.highest(index) - Histogram.highest(index - 1);
            assertThat(width / Histogram.highest(index)).isLessThan(0.01);
        }
    }

    @Test
    void quantilesAgreeWithSortedValues() {
        Random random = new Random(7);
        long[] values = random.longs(10_000, 100, 50_000_000).toArray();
        Histogram histogram = new Histogram();
        Arrays.stream(values).forEach(histogram::record);
        Arrays.sort(values);
        assertThat(histogram.quantile(0.5)).isCloseTo(values[4_999], Percentage.withPercentage(1));
        assertThat(histogram.quantile(0.99)).isCloseTo(values[9_899], Percentage.withPercentage(1));
        assertThat(histogram.quantile(1)).isEqualTo(values[9_999]);
        assertThat(histogram.max()).isEqualTo(values[9_999]);
        assertThat(histogram.count()).isEqualTo(10_000);
    }

    @Test
    void anEmptyHistogramSaysZero() {
        Histogram histogram = new Histogram();
        assertThat(histogram.quantile(0.5)).isZero();
        assertThat(histogram.max()).isZero();
    }

    @Test
    void addingIsRecordingBoth() {
        Histogram left = new Histogram();
        Histogram right = new Histogram();
        left.record(10);
        right.record(20);
        right.record(30);
        left.add(right);
        assertThat(left.count()).isEqualTo(3);
        assertThat(left.max()).isEqualTo(30);
        assertThat(left.quantile(0.5)).isEqualTo(20);
    }
}
