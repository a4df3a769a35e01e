package rivet.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

/** Something that an actor shall do. Arguments are plain values. */
public sealed interface NewSchedule {

    /** Returns what is to be called. */
    String action();

    /** Returns with what. */
    List<Object> args();

    /**
     * A single call.
     *
     * @param when at once, if that is past
     */
    record At(Instant when, String action, List<Object> args) implements NewSchedule {}

    /**
     * A job by a cron expression; replaces one of that name.
     *
     * @param zone id of a time zone
     * @param maxHistory how many runs are remembered; the usual number if it is empty
     */
    record Cron(String name, String expression, String zone, String action, List<Object> args, OptionalInt maxHistory) implements NewSchedule {}

    /**
     * A job after each interval; replaces one of that name.
     *
     * @param maxHistory how many runs are remembered; the usual number if it is empty
     */
    record Every(String name, Duration interval, String action, List<Object> args, OptionalInt maxHistory) implements NewSchedule {}
}
