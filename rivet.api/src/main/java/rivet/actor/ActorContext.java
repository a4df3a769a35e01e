package rivet.actor;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import org.osgi.annotation.versioning.ProviderType;
import org.slf4j.Logger;

import rivet.client.ActorClient;

/**
 * An actor's view of the platform, one for each start. {@link Actor} has a method for each of these; helper classes of an
 * actor may be handed its context instead.
 * <p>
 * <b>Threads.</b> Actor code runs in <em>turns</em>, on one thread at a time. Every method but {@link #actorId()},
 * {@link #name()}, {@link #key()}, {@link #namespace()}, {@link #region()}, {@link #log()} and {@link #clock()} may
 * only be called on the thread that holds the turn ({@code actor.wrong_thread} otherwise).
 * <p>
 * <b>Await points</b> ({@link #await}, {@link #sleep}, {@link #saveStateNow}, {@link Queue#next(Receive)} and its relatives, calls of other actors) end the turn:
 * its changes are committed together, its outputs follow, and other turns run until what is awaited is there. Nothing else gives up the turn.
 * <p>
 * <b>Endings.</b> Once a start has ended, every call fails with {@code actor.aborted}.
 *
 * @param <S> the state
 */
@ProviderType
public interface ActorContext<S> {

    /** Returns the id, which the engine gave and which never changes. */
    String actorId();

    /** Returns the name of the actor type. */
    String name();

    /** Returns the key under which the actor was created; empty if without one. */
    List<String> key();

    /** Returns the namespace. */
    String namespace();

    /** Returns the region of this process; empty if it has none. */
    String region();

    /** Returns a log that names the actor. */
    Logger log();

    /** Returns the platform's clock. */
    Clock clock();

    /**
     * Returns the state as the latest turn left it.
     *
     * @throws rivet.error.RivetException {@code actor.state_not_enabled} for an {@code Actor<Void>}
     */
    S state();

    /** Replaces the state. */
    void setState(S state);

    /** Replaces the state by a function of it. */
    void updateState(UnaryOperator<S> change);

    /** Asks that the state be saved soon. With {@link Durability#TURN} it is saved at the end of the turn anyway. */
    void saveState();

    /** Asks that the state be saved within the given time, if that is sooner than it would be (R-state-4). */
    void saveState(Duration maxWait);

    /**
     * Await point: returns when the state as it is now is on disk.
     *
     * @throws rivet.error.RivetException {@code actor.storage_failed}, or {@code actor.stopping} if the actor stops first
     */
    void saveStateNow();

    /** Sends an event to every connection that subscribed to it (R-evt-1). */
    void broadcast(String event, Object... args);

    /** Returns the open connections by id, in the order of their ids; a snapshot. */
    Map<String, Connection> connections();

    /** Returns the connection on whose behalf this turn runs, if any. */
    Optional<Connection> connection();

    /**
     * Returns the connection on whose behalf this turn runs.
     *
     * @throws rivet.error.RivetException {@code actor.invalid_operation} if it runs on nobody's behalf
     */
    Connection caller();

    /**
     * Returns the actor's database.
     *
     * @throws rivet.error.RivetException {@code actor.database_not_configured} if the type is declared without one
     */
    Sql sql();

    /** Returns the actor's key-value store, with texts for keys and values. */
    Kv<String, String> kv();

    /**
     * Returns the Unix socket through which processes of the same user may run SQL on the actor's database, for {@link ActorType#runtimeSocket()} (R-sql-50 to
     * R-sql-52). It is made
     * when first asked for, belongs to this start of the actor, and is gone when the actor stops; another start has another. What processes ask is work of the actor
     * like any other, in
     * turns of its own, as a part of it as {@link Sql} says; their transactions are rolled back when the connection ends or their time is over. The protocol is that
     * of the package
     * {@code rivet.protocol.sidecar}.
     *
     * @throws rivet.error.RivetException {@code actor_runtime_socket.not_enabled} if the type does not want it, {@code actor_runtime_socket.database_unavailable} if
     * it has no database,
     *         {@code actor_runtime_socket.closed} while the actor stops, {@code actor_runtime_socket.unsupported} if the machine has none
     */
    Path runtimeSocket();

    /** Returns the actor's queue. */
    Queue queue();

    /** Returns what calls the actor's actions at a later time. */
    Schedule schedule();

    /** Returns what calls the actor's actions again and again. */
    Cron cron();

    /**
     * Runs code whose SQL and changes of state and connection state are all or nothing: what it throws undoes them, with the events it sent, and is
     * thrown on (R-tx). Others never see what is not committed. An await point inside fails with {@code actor.await_in_transaction} unless the options
     * allow it. With such an await point others work on the newest state outside the transaction, and when one of them changed it, the commit fails
     * with {@code actor.transaction_conflict}; the same goes for the state of a connection that the transaction looked at.
     * <p>
     * One inside another is undone by itself, or with the outer one; inside {@link Sql#transaction} or after a BEGIN it fails with
     * {@code actor.invalid_operation}. With all that it changed a transaction may have up to 128 statements with 512 KiB of parameters
     * ({@code sqlite.transaction_too_large}).
     *
     * @throws rivet.error.RivetException {@code sqlite.transaction_expired} if its time is over, {@code actor.stopping} if the actor stops before it
     *         begins or while it waits
     */
    <T, X extends Exception> T transaction(TransactionOptions options, Work<T, X> work) throws X;

    /** Runs code as {@link #transaction(TransactionOptions, Work)} does, with 60 seconds and without await points. */
    default <T, X extends Exception> T transaction(Work<T, X> work) throws X {
        return transaction(TransactionOptions.DEFAULT, work);
    }

    /** Runs code without a result as {@link #transaction(Work)} does. */
    default void transaction(Runnable work) {
        transaction(() -> {
            work.run();
            return null;
        });
    }

    /** Returns what calls other actors of this namespace. */
    ActorClient client();

    /**
     * Await point: waits for a result. An exception that it ended with is thrown as it is if unchecked, else wrapped in a
     * {@link java.util.concurrent.CompletionException}.
     *
     * @throws rivet.error.RivetException {@code actor.aborted} if the actor stops first, {@code actor.action_timed_out} if the
     *         action's time is over
     */
    <T> T await(CompletionStage<T> result);

    /** Await point: waits for the given time; ends early as {@link #await} does. */
    void sleep(Duration duration);

    /** Runs the work in turns of its own, later and beside this one; its result may be awaited. Keeps the actor awake until it ends. */
    <T> CompletableFuture<T> fork(Callable<T> work);

    /**
     * Keeps the actor awake, and a stop waiting within the grace period, until the work has ended (R-sleep-4, R-sleep-6). A failure is logged. Once the actor
     * is done with stopping this does nothing.
     *
     * @return the same
     */
    <T extends CompletionStage<?>> T keepAwake(T work);

    /**
     * Makes a stop wait, within the grace period, until the work has ended; does not keep the actor awake (R-sleep-4). A failure is logged. Once the actor is
     * done with stopping this does nothing.
     */
    void waitUntil(CompletionStage<?> work);

    /** Runs the work in turns of its own, later and beside this one, as {@link #fork} does; a stop waits for it as for any {@link #waitUntil(CompletionStage)}. */
    void waitUntil(Callable<?> work);

    /** Returns the signal of the current action, or outside one, that of the actor. It is given as soon as the actor begins to stop. */
    AbortSignal abortSignal();

    /**
     * Asks the platform to put this actor to sleep; returns at once. Like everything that a turn sends, the wish leaves when the turn has ended and is durable. Asking
     * again changes nothing (R-stop-1).
     *
     * @throws rivet.error.RivetException {@code actor.starting} in a start hook, {@code actor.stopping} if the actor is being destroyed
     */
    void requestSleep();

    /**
     * Asks the platform to destroy this actor with all that it stored; returns at once. From now on no new work is let in; the wish leaves when the turn has ended and
     * is durable. Also allowed while the actor goes to sleep: it is destroyed instead, {@link Actor#onDestroy} included.
     *
     * @throws rivet.error.RivetException {@code actor.starting} in a start hook, {@code actor.stopping} if that was asked before (R-stop-2)
     */
    void requestDestroy();

    /** Returns when the actor is to be woken, see {@link #setWakeTime}. */
    Optional<Instant> wakeTime();

    /**
     * Sets when this actor is to be started if it sleeps then, for {@link Actor#run} to go on; empty for never. Stored with the changes of the turn. Gone once that
     * time has come, awake or not (R-run-10).
     */
    void setWakeTime(Optional<Instant> at);
}
