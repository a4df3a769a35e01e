package rivet.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

import com.sun.management.ThreadMXBean;

import rivet.protocol.DecodeException;

/** Runs a decoder on what nobody promised to be well-formed, and watches it: it may refuse with the one exception there is for it, and no more. */
public final class Hostile {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Generous: a length that lies about itself takes a thousand times as much. */
    private static final long MEMORY = 4 << 20;
    private static final long MEMORY_FOR_A_BYTE = 1_000;
    private static final Duration HANG = Duration.ofSeconds(30);

    private Hostile() {
    }

    /** Returns what was decoded, empty if it was refused; anything else fails the test. */
    public static <T> Optional<T> decode(byte[] input, Supplier<T> decoder) {
        return watch(input.length, () -> HexFormat.of().formatHex(input), decoder);
    }

    /** As before, for a text. */
    public static <T> Optional<T> decode(String input, Supplier<T> decoder) {
        return watch(input.length(), () -> "«" + input + "»", decoder);
    }

    private static <T> Optional<T> watch(int length, Supplier<String> input, Supplier<T> decoder) {
        return assertTimeoutPreemptively(HANG, () -> {
            Optional<T> decoded = refusedOr(input, decoder);
            // once more, because the first time may load classes
            assertThat(allocated(() -> refusedOr(input, decoder))).as(() -> "bytes allocated for " + input.get()).isLessThan(MEMORY + length * MEMORY_FOR_A_BYTE);
            return decoded;
        });
    }

    private static long allocated(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static <T> Optional<T> refusedOr(Supplier<String> input, Supplier<T> decoder) {
        try {
            return Optional.of(decoder.get());
        } catch (DecodeException e) {
            assertThat(e).hasMessageMatching("(?s).{5,}");
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return fail(input.get(), e);
        }
    }
}
