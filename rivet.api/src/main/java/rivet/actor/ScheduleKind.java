package rivet.actor;

/** How a scheduled call comes about. */
public enum ScheduleKind {
    /** Once, at a time: {@link Schedule}. */
    AT,
    /** Again and again, when a cron expression says so: {@link Cron#set}. */
    CRON,
    /** Again and again, after a fixed interval: {@link Cron#every}. */
    EVERY
}
