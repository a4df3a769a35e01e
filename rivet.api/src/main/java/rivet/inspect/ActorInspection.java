package rivet.inspect;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.osgi.annotation.versioning.ProviderType;

import rivet.actor.ScheduleKind;

/**
 * Looks into one awake actor and acts on it. What it tells is as a turn left it, and durable as far as the replies of the actor's own actions are.
 * What it changes is done by a turn,
 * is durable when the stage completes, and leaves an audit line in the log. Values are plain ({@link rivet.value}).
 * <p>
 * Stages complete on a thread of their own, or on one of the storage, with a {@link rivet.error.RivetException} if they fail: {@code actor.stopping},
 * {@code actor.starting},
 * {@code actor.restarting} or {@code actor.destroying} say that nothing was done, as the actor takes no work; {@code actor.overloaded} that too much waits.
 */
@ProviderType
public interface ActorInspection {

    /** What stops a watcher. Without effect the second time. */
    interface Watch extends AutoCloseable {

        @Override
        void close();
    }

    /**
     * Returns whether a token opens this actor's inspector: the one of {@link #token}, or that of test mode, which counts instead. Compared in
     * constant time (R-insp-2). An empty one never
     * does.
     */
    CompletionStage<Boolean> admits(String token);

    /** Returns the token of this actor's inspector: made when it is first asked for, and from then on the same for good (R-insp-1). Leaves an audit line. */
    CompletionStage<String> token();

    /** Returns what there is to see at once, of one moment. */
    CompletionStage<ActorSnapshot> snapshot();

    /**
     * Keeps a watcher up to date: it hears of the actor's snapshot soon, and again a moment after turns that may have changed it. The actor stays awake meanwhile.
     * At the end of the generation the watcher is told and forgotten.
     */
    Watch watch(ActorWatcher watcher);

    /**
     * Replaces the state. Fails with {@code actor.state_not_enabled}, and {@code actor.validation_error} if the actor's code cannot read it.
     */
    CompletionStage<Void> setState(Object state);

    /** Calls an action as a client without parameters would, hooks of its connection included. */
    CompletionStage<Object> call(String action, List<Object> arguments);

    /**
     * Returns what waits in the queue.
     *
     * @param limit at most so many messages, oldest first; 0 to 1,000
     */
    CompletionStage<QueueInfo> queue(int limit);

    /** Puts a message into the queue, declared or not. Fails with {@code queue.full} or {@code queue.message_too_large}. */
    CompletionStage<QueueInfo.Message> send(String queue, Object body);

    /**
     * Returns the messages of the queue with their bodies, oldest first, those in flight included, as they are on disk: of an actor with durability {@code interval} that may
     * be a moment ago. Reads beside the actor, for at most 5 seconds.
     *
     * @param limit at most so many; 1 to 200
     */
    CompletionStage<List<QueuedMessage>> messages(int limit);

    /** Drops all messages of the queue, those in flight included. Their ids are not used again. */
    CompletionStage<Void> clearQueue();

    /**
     * Returns the tables and views of the author, by name, as they are on disk: those of SQLite, of the platform and of Drizzle are not shown. Reads
     * beside the actor, for at most
     * 5 seconds a table. Fails with {@code inspector.sql_failed}.
     */
    CompletionStage<List<TableInfo>> tables();

    /**
     * Returns rows of a table or view as they are on disk, in no particular order. Reads beside the actor, for at most 5 seconds. Fails with {@code
     * inspector.sql_failed}.
     *
     * @param limit at most so many; 0 to 500
     * @param offset how many to leave out before
     */
    CompletionStage<TableRows> rows(String table, int limit, long offset);

    /**
     * Runs a statement or a script in a turn, as the actor itself would: tables of the platform are out of reach. Fails with {@code
     * inspector.sql_failed} and the message of
     * SQLite, and with {@code actor.callback_timed_out} after 30 seconds.
     *
     * @param parameters positional, or one map of named ones
     */
    CompletionStage<TableRows> execute(String sql, List<Object> parameters);

    /**
     * Returns the runs of a job, newest first.
     *
     * @param limit at most so many; 1 to 1,000
     */
    CompletionStage<List<ScheduleRun>> runs(String job, int limit);

    /** Cancels a single call, or deletes a job with its history; returns whether there was one of that kind. */
    CompletionStage<Boolean> cancel(String id, ScheduleKind kind);

    /**
     * Schedules a call or a job. Fails as {@link rivet.actor.Schedule} and {@link rivet.actor.Cron} do, and with {@code actor.action_not_found}.
     *
     * @return the id of the call, the name of the job
     */
    CompletionStage<String> schedule(NewSchedule wish);

    /**
     * Has a call or the next run of a job begin at once; the job's runs after it follow from now. Returns false, and does nothing, if there is none of that kind, or if
     * it runs just now. Done when that is durable; how the run goes is in its history.
     */
    CompletionStage<Boolean> runNow(String id, ScheduleKind kind);

    /** Closes a connection, as the actor's own code can; returns whether it was there. Its hook runs as ever. */
    CompletionStage<Boolean> disconnect(String connectionId, String reason);
}
