package rivet.engine.actor;

/**
 * How often one and the same alarm rang. An alarm stays in the directory until the actor sets another: a spurious wake is
 * harmless, a missed one is not (design, section 5). So an actor that leaves an alarm as it was is woken for it again, after
 * growing pauses, and not for ever. Belongs to the transitions of the actor's cell.
 */
final class Rings {

    private static final int MOST = 5;
    private static final long FIRST_PAUSE = 1_000;

    private long alarm;
    private int generation;
    private int count;
    private long againAt;

    /** The alarm was changed. */
    void reset() {
        alarm = 0;
        count = 0;
        againAt = 0;
    }

    /** Returns whether a generation has not heard of an alarm yet; it is taken to have heard then. */
    boolean ring(long due, int toGeneration) {
        if (alarm == due && generation == toGeneration) {
            return false;
        }
        count = alarm == due ? count + 1 : 1;
        alarm = due;
        generation = toGeneration;
        return true;
    }

    /** A generation ended and the alarm is still there: it is put off if that generation had heard of it. */
    void ended(long due, int ofGeneration, long now) {
        if (alarm == due && generation == ofGeneration) {
            againAt = now + (FIRST_PAUSE << (count - 1));
        }
    }

    /** Returns when the alarm may ring again, epoch milliseconds. */
    long againAt() {
        return againAt;
    }

    /** Returns whether it rang often enough. */
    boolean enough(long due) {
        return alarm == due && count >= MOST;
    }
}
