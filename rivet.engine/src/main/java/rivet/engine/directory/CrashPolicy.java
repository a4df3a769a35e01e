package rivet.engine.directory;

import java.util.Locale;
import java.util.Optional;

/** What follows when a generation of an actor crashes. */
public enum CrashPolicy {

    /** It sleeps until something wakes it. */
    SLEEP,
    /** It is started again, after a pause that grows. */
    RESTART,
    /** It is destroyed. */
    DESTROY;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Returns the word of the wire. */
    public String word() {
        return word;
    }

    /** Finds a policy by its word. */
    public static Optional<CrashPolicy> of(String word) {
        for (CrashPolicy policy : values()) {
            if (policy.word.equals(word)) {
                return Optional.of(policy);
            }
        }
        return Optional.empty();
    }
}
