package rivet.test.sim;

import java.util.SplittableRandom;

/** What goes wrong in the store, and how long it takes. */
final class Faults {

    /** How an operation ends. */
    enum Fate {
        /** It is done and says so. */
        DONE,
        /** It is not done and says so. */
        REFUSED,
        /** It is not done, and nobody knows. */
        LOST_BEFORE,
        /** It is done, and nobody knows. */
        LOST_AFTER
    }

    private static final int[] PER_MILLE = { 0, 0, 3, 10, 40, 120 };

    private final SplittableRandom random;
    private final int commits;
    private final int others;
    private final int atOnce;
    private final int slow;
    private final long slowNanos;
    private boolean healed;

    Faults(SplittableRandom random) {
        this.random = random;
        commits = PER_MILLE[random.nextInt(PER_MILLE.length)];
        others = PER_MILLE[random.nextInt(PER_MILLE.length)] / 4;
        atOnce = random.nextInt(2) * random.nextInt(500);
        slow = random.nextInt(200);
        slowNanos = 1_000_000L * (1 + random.nextInt(2_000));
    }

    /** From now on nothing goes wrong. */
    void heal() {
        healed = true;
    }

    /** Returns whether anything may go wrong in this run. */
    boolean any() {
        return commits > 0 || others > 0;
    }

    Fate ofCommit() {
        return hits(commits) ? Fate.values()[1 + random.nextInt(3)] : Fate.DONE;
    }

    /** The fate of what is not a commit; one that commits by itself may be done without saying so. */
    Fate ofOther(boolean commits) {
        return !hits(others) ? Fate.DONE : commits && random.nextBoolean() ? Fate.LOST_AFTER : Fate.REFUSED;
    }

    /** Returns whether an operation is done before the call of it returns. */
    boolean atOnce() {
        return random.nextInt(1_000) < atOnce;
    }

    boolean coin() {
        return random.nextBoolean();
    }

    /** Returns how long an operation, or its answer, takes. */
    long nanos() {
        return random.nextInt(1_000) < slow ? random.nextLong(slowNanos) : random.nextLong(200_000);
    }

    private boolean hits(int perMille) {
        return !healed && random.nextInt(1_000) < perMille;
    }

    @Override
    public String toString() {
        return "commits " + commits + "/1000, others " + others + "/1000, at once " + atOnce + "/1000, slow " + slow + "/1000 up to " + slowNanos / 1_000_000 + " ms";
    }
}
