package rivet.engine.actor;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes ids: 30 digits and lower-case letters, as those of a Rivet Engine (spec/wire.md 3), here all of them random. */
public final class ActorIds implements Supplier<String> {

    /** Length of an id. */
    public static final int LENGTH = 30;
    private static final byte[] DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.ISO_8859_1);

    private final RandomGenerator random;

    /** Makes ids from a source that other threads use too. */
    public ActorIds(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public String get() {
        byte[] id = new byte[LENGTH];
        // ten digits of each draw: 2^63 is 2,500 times 36^10, so no digit is noticeably likelier than another
        for (int i = 0; i < LENGTH; i += 10) {
            long draw = random.nextLong() & Long.MAX_VALUE;
            for (int j = 0; j < 10; j++) {
                id[i + j] = DIGITS[(int) (draw % 36)];
                draw /= 36;
            }
        }
        return new String(id, StandardCharsets.ISO_8859_1);
    }

    /** Returns whether a text could be an id. */
    public static boolean isId(String text) {
        if (text.length() != LENGTH) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'z')) {
                return false;
            }
        }
        return true;
    }
}
