package rivet.bench.client;

/**
 * A log-linear histogram: 128 buckets for each power of two, so that a value is known to better than 1 % whatever its
 * size, in a fixed array. Values are not negative; the unit is the caller's. For one thread.
 */
public final class Histogram {

    private static final int BITS = 7;
    private static final int LINEAR = 1 << BITS;

    private final long[] counts = new long[(Long.SIZE - BITS) * LINEAR];
    private long count;
    private long max;

    public void record(long value) {
        counts[index(value)]++;
        count++;
        max = Math.max(max, value);
    }

    public long count() {
        return count;
    }

    public long max() {
        return max;
    }

    /** The value that the given share (0 to 1) of all values does not exceed; 0 if there are none. */
    public long quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return Math.min(max, highest(i));
            }
        }
        return max;
    }

    /** Adds all values of another histogram. */
    public void add(Histogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        count += other.count;
        max = Math.max(max, other.max);
    }

    static int index(long value) {
        if (value < LINEAR) {
            return (int) value;
        }
        int shift = Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(value);
        return (shift << BITS) + (int) (value >>> shift);
    }

    /** The largest value of a bucket. */
    static long highest(int index) {
        if (index < 2 * LINEAR) {
            return index;
        }
        int shift = (index >> BITS) - 1;
        return ((index & LINEAR - 1L | LINEAR) + 1 << shift) - 1;
    }
}
