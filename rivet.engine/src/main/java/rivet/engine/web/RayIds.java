package rivet.engine.web;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Names requests, so that a client's error can be found in a log: 30 digits and lower-case letters (spec/wire.md 2). Unique, not secret.
 */
public final class RayIds implements Supplier<String> {

    private static final long GAMMA = 0x9e3779b97f4a7c15L;
    private static final int LENGTH = 30;
    private static final byte[] DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.ISO_8859_1);

    // every id takes the next three numbers; nothing else is shared
    private final AtomicLong state;
    private final long salt;

    /** Makes ids that differ from those of others with another seed. */
    public RayIds(long seed) {
        this.state = new AtomicLong(seed);
        this.salt = mix(seed ^ GAMMA);
    }

    @Override
    public String get() {
        long from = state.getAndAdd(3 * GAMMA);
        byte[] id = new byte[LENGTH];
        for (int i = 0; i < 3; i++) {
            long draw = (mix(from + i * GAMMA) ^ salt) & Long.MAX_VALUE;
            for (int j = 0; j < 10; j++) {
                id[i * 10 + j] = DIGITS[(int) (draw % 36)];
                draw /= 36;
            }
        }
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    private static long mix(long number) {
        long z = (number ^ number >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
