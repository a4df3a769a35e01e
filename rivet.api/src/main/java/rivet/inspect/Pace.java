package rivet.inspect;

/** How fast the awake actors of a type are moved to other code. Those that sleep take it at their next start, whatever the pace. */
public sealed interface Pace {

    /** As many at a time as the runtime moves at once (its option {@code moves}). */
    record AllAtOnce() implements Pace {

        @Override
        public String toString() {
            return "all at once";
        }
    }

    /**
     * So many each second at most.
     *
     * @param actors above zero; one every two seconds is 0.5
     */
    record PerSecond(double actors) implements Pace {

        /**
         * Checks the number.
         *
         * @throws IllegalArgumentException if it is not above zero, or not finite
         */
        public PerSecond {
            if (!(actors > 0) || Double.isInfinite(actors)) {
                throw new IllegalArgumentException("actors per second must be above zero, not " + actors);
            }
        }

        @Override
        public String toString() {
            return (actors == Math.rint(actors) ? String.valueOf((long) actors) : String.valueOf(actors)) + " per second";
        }
    }

    /** None is moved: each takes the other code when it sleeps and starts again. */
    record WhenTheySleep() implements Pace {

        @Override
        public String toString() {
            return "when they sleep";
        }
    }

    /** All at once. */
    Pace ALL_AT_ONCE = new AllAtOnce();

    /** When they sleep. */
    Pace WHEN_THEY_SLEEP = new WhenTheySleep();
}
