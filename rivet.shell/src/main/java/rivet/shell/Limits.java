package rivet.shell;

/** How many a command may list. */
final class Limits {

    private static final int MOST = 1_000;

    private Limits() {}

    /** Fails with {@code validation.invalid_input} unless the limit is 1 to 1,000. */
    static void check(int limit) {
        if (limit < 1 || limit > MOST) {
            throw CommandFailed.input("-l takes 1 to " + MOST);
        }
    }
}
