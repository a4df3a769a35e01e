package rivet.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

import com.sun.management.ThreadMXBean;

/** Runs a reader on what nobody promised to be well-formed, and watches its memory: it may refuse in the way that was agreed, and no more. */
public final class Hostile {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Generous: a length that lies about itself takes a thousand times as much. */
    private static final long MEMORY = 4 << 20;
    private static final long MEMORY_FOR_ONE = 1_000;
    private static final Duration HANG = Duration.ofSeconds(30);

    private Hostile() {}

    /**
     * Returns what was read, empty if it was refused; anything else fails the test.
     *
     * @param input for the message
     * @param length of it
     * @param refusal how it may be refused
     */
    public static <T> Optional<T> read(Object input, int length, Class<? extends RuntimeException> refusal, Supplier<T> reader) {
        return assertTimeoutPreemptively(HANG, () -> {
            Optional<T> read = refusedOr(input, refusal, reader);
            // once more, because the first time may load classes
            assertThat(allocated(() -> refusedOr(input, refusal, reader))).as(() -> "bytes allocated for " + input).isLessThan(MEMORY + length * MEMORY_FOR_ONE);
            return read;
        });
    }

    private static long allocated(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static <T> Optional<T> refusedOr(Object input, Class<? extends RuntimeException> refusal, Supplier<T> reader) {
        try {
            return Optional.of(reader.get());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return refusal.isInstance(e) ? Optional.empty() : fail(String.valueOf(input), e);
        }
    }
}
