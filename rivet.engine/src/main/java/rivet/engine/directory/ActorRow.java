package rivet.engine.directory;

import java.util.Optional;

/**
 * An actor as the directory has it, without its input. Times are epoch milliseconds, 0 for none.
 *
 * @param nr counts creations; grows
 * @param id 30 digits and lower-case letters
 * @param namespace name of its namespace
 * @param name name of its type
 * @param key its key in the escaped form (R-obj-1); none for an actor that only its id finds
 * @param pool name of the pool it was created for
 * @param crashPolicy what follows a crash
 * @param createTs when it was created
 * @param generation number of its latest start, 0 before the first
 * @param startTs when it was last started
 * @param sleepTs since when it sleeps; none while it is awake and after a crash of the process
 * @param destroyTs when its destruction was asked for
 * @param goneTs when all that it stored was deleted; its key is free since
 * @param alarmTs when it is to be woken
 * @param error why its latest start failed or its latest generation crashed
 * @param resumes whether it is started at the next boot if it is awake when the process ends
 */
public record ActorRow(long nr, String id, String namespace, String name, Optional<String> key, String pool,
        CrashPolicy crashPolicy, long createTs, int generation, long startTs, long sleepTs, long destroyTs, long goneTs,
        long alarmTs, Optional<String> error, boolean resumes) {

    static final String COLUMNS = "nr, id, namespace, name, key, pool, crash_policy, create_ts, generation, start_ts, sleep_ts, "
        + "destroy_ts, gone_ts, alarm_ts, error, resumes";
    static final int WIDTH = 16;

    static ActorRow of(Object[] row) {
        return new ActorRow((long) row[0], (String) row[1], (String) row[2], (String) row[3], Optional.ofNullable((String) row[4]),
            (String) row[5], CrashPolicy.of((String) row[6]).orElse(CrashPolicy.SLEEP), (long) row[7], Math.toIntExact((long) row[8]),
            time(row[9]), time(row[10]), time(row[11]), time(row[12]), time(row[13]), Optional.ofNullable((String) row[14]), (long) row[15] != 0);
    }

    private static long time(Object value) {
        return value == null ? 0 : (long) value;
    }

    /** Returns whether nobody has asked for its destruction. */
    public boolean living() {
        return destroyTs == 0;
    }

    /** Returns this row as a start leaves it. */
    public ActorRow started(int number, long at) {
        return new ActorRow(nr, id, namespace, name, key, pool, crashPolicy, createTs, number, at, 0, destroyTs, goneTs, alarmTs,
            Optional.empty(), resumes);
    }

    /** Returns this row asleep, after a failure if there is an error. */
    public ActorRow slept(long at, Optional<String> failure) {
        return new ActorRow(nr, id, namespace, name, key, pool, crashPolicy, createTs, generation, startTs, at, destroyTs, goneTs,
            alarmTs, failure, resumes);
    }

    /** Returns this row with that alarm, 0 for none. */
    public ActorRow alarm(long at) {
        return new ActorRow(nr, id, namespace, name, key, pool, crashPolicy, createTs, generation, startTs, sleepTs, destroyTs, goneTs,
            at, error, resumes);
    }

    /** Returns this row as it is once its destruction was asked for and, unless {@code gone} is 0, done. */
    public ActorRow destroyed(long asked, long gone) {
        return new ActorRow(nr, id, namespace, name, key, pool, crashPolicy, createTs, generation, startTs, sleepTs, asked, gone, 0,
            error, resumes);
    }

    /** Returns this row as it is while nobody asked for its destruction. */
    public ActorRow spared() {
        return destroyTs == 0 ? this : new ActorRow(nr, id, namespace, name, key, pool, crashPolicy, createTs, generation, startTs, sleepTs, 0, 0, alarmTs,
            error, resumes);
    }

    /** Returns this row with that answer to whether it resumes. */
    public ActorRow resuming(boolean resumesNow) {
        return new ActorRow(nr, id, namespace, name, key, pool, crashPolicy, createTs, generation, startTs, sleepTs, destroyTs, goneTs,
            alarmTs, error, resumesNow);
    }
}
