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

import org.osgi.annotation.versioning.ConsumerType;
import org.slf4j.Logger;

import rivet.client.ActorClient;
import rivet.value.Undefined;

/**
 * An actor: one identity with state, a database, connections and actions. Extend it, mark the methods that may be called
 * with {@link Action}, and override the hooks you need. See {@link ActorContext} for threads, turns and await points; the
 * methods here that are final are its methods.
 * <p>
 * One instance serves one start of one actor, so fields are variables that last as long as the actor stays awake. The
 * constructor must not use the platform: everything but injected services is there from {@link #onMigrate} on.
 * <p>
 * Hooks run as turns. What a start hook throws fails the start, and what it changed is undone. A hook that takes longer than its limit (see {@link ActorType}) is
 * interrupted and has failed with {@code actor.callback_timed_out}, whatever it does then (R-start-4).
 *
 * @param <S> the state, mapped with Jackson; {@code Void} for an actor without state
 */
@ConsumerType
public abstract class Actor<S> {

    private ActorContext<S> context;

    /** For subclasses. */
    protected Actor() {}

    /** Called by the runtime, once, before any hook. */
    final void bind(ActorContext<S> bound) {
        if (context != null) {
            throw new IllegalStateException(getClass().getName() + " is bound already: the factory must make a new instance each time");
        }
        context = bound;
    }

    /** Declares the actor's own tables. First hook of every start. */
    protected void onMigrate(Migrations migrations) throws Exception {}

    /**
     * Checks what a migration made of an actor. Called at a start that ran steps of {@link #onMigrate} or of {@link Migrate} on what was stored before, when the state is
     * there, and before {@link #onWake}; not for a new actor. What it throws undoes the migration, and the start fails with {@code actor.migration_failed}. It has the
     * time of {@link #onMigrate} once more, and no await points.
     *
     * @param fromVersion the version that the state was stored with
     */
    protected void verify(int fromVersion) throws Exception {}

    /** Returns the first state of a new actor. Not called for {@code Actor<Void>}. */
    protected S createState(Input input) throws Exception {
        throw new IllegalStateException(getClass().getName() + " has state and must override createState");
    }

    /** Called once in the life of an actor, after {@link #createState}. */
    protected void onCreate(Input input) throws Exception {}

    /** Called at every start, the first included, before anything else can reach the actor (R-start-2). */
    protected void onWake() throws Exception {}

    /**
     * Long-running work of the actor's own: begins once every start hook is done, in turns beside all others (R-run-20). While it runs it keeps the actor
     * awake (R-sleep-2). When it returns, the actor goes on and sleeps when idle (R-run-1), and it is not called again before the next start (R-run-23); what it throws
     * is logged and has no other effect (R-run-3). When the actor stops it hears the {@link #abortSignal()}: before sleep it has the grace period to return,
     * before destruction only as long as the rest of the actor takes; then it is interrupted (R-run-21, R-run-22). An actor that was running it when the process
     * died is started again with the next process.
     */
    protected void run() throws Exception {}

    /**
     * Called at the end of a turn that changed the state, once, before the change is stored (R-state-50). It may change fields, send events and use
     * {@link #sql()}, all of which belong to that turn; it may not wait ({@code actor.invalid_operation}), and not change the state: {@link #setState} and
     * {@link #updateState} fail with {@code actor.state_mutation_reentrant}, and a change in place is taken back (R-state-51). What it throws is logged. Not called for
     * what {@link #createState} returned.
     *
     * @param state the new state
     */
    protected void onStateChange(S state) throws Exception {}

    /**
     * Called after an action succeeded, in its last turn; what it returns is the answer. It has the time of an action for itself; what it throws is the
     * answer instead of the result.
     *
     * @param name the action
     * @param arguments what the client sent, as plain values (see {@code rivet.value})
     * @param output what the action returned; {@code undefined} from one that returns nothing
     */
    protected Object onBeforeActionResponse(String name, List<Object> arguments, Object output) throws Exception {
        return output;
    }

    /**
     * Answers an HTTP request to the actor itself: of any method, to a path below {@code /request} (R-http-13). The request is a connection that lasts until
     * this returns, with all its hooks; {@link #connection()} is it. Without this hook such requests get 404. What it throws is the answer, as for an action;
     * so is {@code null}, an internal error.
     */
    protected Response onRequest(Request request) throws Exception {
        return Response.of(404);
    }

    /**
     * Takes a WebSocket to the actor itself: to a path below {@code /websocket} (R-ws-2). Called when its connection has joined {@link #connections()}; a good place to
     * set handlers and to greet. What it throws closes the socket with code 1011 and the name of the error. Such a socket keeps the actor awake, and is closed when the
     * actor stops or has to be restarted; but if the type says {@link ActorType#canHibernateWebSocket}, or {@link #canHibernate} does, it stays, and this is called again when the actor wakes, see {@link WebSocket#isRestored}. Without this hook such sockets are closed at once.
     */
    protected void onWebSocket(WebSocket socket) throws Exception {}

    /**
     * Called before the actor goes to sleep, while its connections are still open. What it changes is saved, also if it throws (R-stop-18). It has the grace
     * period.
     */
    protected void onSleep(StopReason reason) throws Exception {}

    /** Called before the actor and all it stored are deleted, unless it sleeps then. It has the grace period. */
    protected void onDestroy() throws Exception {}

    /**
     * Decides whether a client may connect; throwing refuses it (R-conn-2). {@link #connection()} is the one that asks; it is
     * not among {@link #connections()} yet.
     */
    protected void onBeforeConnect(Connection connection) throws Exception {}

    /**
     * Decides whether a WebSocket to the actor itself stays open while the actor sleeps (R-hib-2). Asked once for each, after {@link #onBeforeConnect} let it in, if
     * this method is overridden; then what it returns counts, whatever {@link ActorType#canHibernateWebSocket} says. Has the time of {@code onBeforeConnect};
     * what it throws closes the socket with code 1011 and the name of the error.
     *
     * @param request the handshake
     */
    protected boolean canHibernate(ConnectionRequest request) throws Exception {
        return false;
    }

    /** Returns the first state of a connection: any value that Jackson can map; {@code undefined} for none. */
    protected Object createConnState(Connection connection) throws Exception {
        return Undefined.UNDEFINED;
    }

    /** Called when a connection has joined {@link #connections()}, before any of its actions. */
    protected void onConnect(Connection connection) throws Exception {}

    /**
     * Decides whether a connection may subscribe to an event (R-evt-6). Has the time of {@link #onBeforeConnect}. False closes the connection with
     * {@code auth.forbidden}, an exception with its own name.
     */
    protected boolean canSubscribe(Connection connection, String event) throws Exception {
        return true;
    }

    /** Called once when a connection for which {@link #onConnect} succeeded is gone (R-conn-9). */
    protected void onDisconnect(Connection connection) throws Exception {}

    /**
     * Decides whether a client may send to one of the declared queues ({@link ActorType#queues()}); otherwise it gets {@code auth.forbidden}. Not asked for what the
     * actor sends to itself.
     *
     * @param queue the name
     * @param connection on whose behalf
     */
    protected boolean canPublish(String queue, Connection connection) throws Exception {
        return true;
    }

    /** Returns the context, for helper classes. */
    protected final ActorContext<S> context() {
        if (context == null) {
            throw new IllegalStateException("the actor is not started yet: use onCreate or onWake instead of the constructor");
        }
        return context;
    }

    /** See {@link ActorContext#actorId()}. */
    protected final String actorId() {
        return context().actorId();
    }

    /** See {@link ActorContext#name()}. */
    protected final String name() {
        return context().name();
    }

    /** See {@link ActorContext#key()}. */
    protected final List<String> key() {
        return context().key();
    }

    /** See {@link ActorContext#namespace()}. */
    protected final String namespace() {
        return context().namespace();
    }

    /** See {@link ActorContext#region()}. */
    protected final String region() {
        return context().region();
    }

    /** See {@link ActorContext#log()}. */
    protected final Logger log() {
        return context().log();
    }

    /** See {@link ActorContext#clock()}. */
    protected final Clock clock() {
        return context().clock();
    }

    /** See {@link ActorContext#state()}. */
    protected final S state() {
        return context().state();
    }

    /** See {@link ActorContext#setState}. */
    protected final void setState(S state) {
        context().setState(state);
    }

    /** See {@link ActorContext#updateState}. */
    protected final void updateState(UnaryOperator<S> change) {
        context().updateState(change);
    }

    /** See {@link ActorContext#saveState()}. */
    protected final void saveState() {
        context().saveState();
    }

    /** See {@link ActorContext#saveState(Duration)}. */
    protected final void saveState(Duration maxWait) {
        context().saveState(maxWait);
    }

    /** See {@link ActorContext#saveStateNow()}. */
    protected final void saveStateNow() {
        context().saveStateNow();
    }

    /** See {@link ActorContext#broadcast}. */
    protected final void broadcast(String event, Object... args) {
        context().broadcast(event, args);
    }

    /** See {@link ActorContext#connections()}. */
    protected final Map<String, Connection> connections() {
        return context().connections();
    }

    /** See {@link ActorContext#connection()}. */
    protected final Optional<Connection> connection() {
        return context().connection();
    }

    /** See {@link ActorContext#caller()}. */
    protected final Connection caller() {
        return context().caller();
    }

    /** See {@link ActorContext#sql()}. */
    protected final Sql sql() {
        return context().sql();
    }

    /** See {@link ActorContext#transaction(Work)}. */
    protected final <T, X extends Exception> T transaction(Work<T, X> work) throws X {
        return context().transaction(work);
    }

    /** See {@link ActorContext#transaction(TransactionOptions, Work)}. */
    protected final <T, X extends Exception> T transaction(TransactionOptions options, Work<T, X> work) throws X {
        return context().transaction(options, work);
    }

    /** See {@link ActorContext#transaction(Runnable)}. */
    protected final void transaction(Runnable work) {
        context().transaction(work);
    }

    /** See {@link ActorContext#kv()}. */
    protected final Kv<String, String> kv() {
        return context().kv();
    }

    /** See {@link ActorContext#runtimeSocket()}. */
    protected final Path runtimeSocket() {
        return context().runtimeSocket();
    }

    /** See {@link ActorContext#queue()}. */
    protected final Queue queue() {
        return context().queue();
    }

    /** See {@link ActorContext#schedule()}. */
    protected final Schedule schedule() {
        return context().schedule();
    }

    /** See {@link ActorContext#cron()}. */
    protected final Cron cron() {
        return context().cron();
    }

    /** See {@link ActorContext#client()}. */
    protected final ActorClient client() {
        return context().client();
    }

    /** See {@link ActorContext#await}. */
    protected final <T> T await(CompletionStage<T> result) {
        return context().await(result);
    }

    /** See {@link ActorContext#sleep}. */
    protected final void sleep(Duration duration) {
        context().sleep(duration);
    }

    /** See {@link ActorContext#fork}. */
    protected final <T> CompletableFuture<T> fork(Callable<T> work) {
        return context().fork(work);
    }

    /** See {@link ActorContext#keepAwake}. */
    protected final <T extends CompletionStage<?>> T keepAwake(T work) {
        return context().keepAwake(work);
    }

    /** See {@link ActorContext#waitUntil(CompletionStage)}. */
    protected final void waitUntil(CompletionStage<?> work) {
        context().waitUntil(work);
    }

    /** See {@link ActorContext#waitUntil(Callable)}. */
    protected final void waitUntil(Callable<?> work) {
        context().waitUntil(work);
    }

    /** See {@link ActorContext#abortSignal()}. */
    protected final AbortSignal abortSignal() {
        return context().abortSignal();
    }

    /** See {@link ActorContext#requestSleep()}. */
    protected final void requestSleep() {
        context().requestSleep();
    }

    /** See {@link ActorContext#requestDestroy()}. */
    protected final void requestDestroy() {
        context().requestDestroy();
    }

    /** See {@link ActorContext#wakeTime()}. */
    protected final Optional<Instant> wakeTime() {
        return context().wakeTime();
    }

    /** See {@link ActorContext#setWakeTime}. */
    protected final void setWakeTime(Optional<Instant> at) {
        context().setWakeTime(at);
    }
}
