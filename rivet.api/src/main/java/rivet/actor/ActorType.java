package rivet.actor;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * Names the type of a prototype-scoped {@link Actor} component and sets its options. A component property type: what it
 * says becomes service properties, so the platform knows the type without loading a class, and an operator can
 * override each option in the component's configuration (PID = component name, key {@code rivet.} + option).
 * <p>
 * All times are in milliseconds and must be positive, unless said otherwise; sizes are in bytes (spec/core.md 7.1, R-cfg-1).
 */
@ComponentPropertyType
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface ActorType {

    /** Prefix of the service properties: {@code rivet.actor.type}, {@code rivet.actionTimeout}, ... */
    String PREFIX_ = "rivet.";

    /** Name of the actor type: 1 to 64 characters. The property is {@code rivet.actor.type}. */
    String value();

    /**
     * How long an action may take; then its caller gets {@code actor.action_timed_out} and its thread is interrupted. {@link Actor#onBeforeActionResponse} has
     * this time once more.
     */
    long actionTimeout() default 60_000;

    /** How long an actor without work stays awake. */
    long sleepTimeout() default 30_000;

    /** How long running work, {@link Actor#onSleep} and {@link Actor#onDestroy} included, may go on after the actor was told to stop. */
    long sleepGracePeriod() default 15_000;

    /** Whether the actor never goes to sleep by itself. */
    boolean noSleep() default false;

    /** What an answer promises. */
    Durability durability() default Durability.TURN;

    /** How long changed state may wait to be saved where durability is {@link Durability#INTERVAL}. */
    long stateSaveInterval() default 1_000;

    /** How actions of one actor run beside each other. */
    Concurrency concurrency() default Concurrency.INTERLEAVED;

    /** Whether the actor may use {@link Actor#sql()}. */
    boolean database() default true;

    /** Whether the log tells when code begins a transaction by a statement, see {@link Sql}. */
    boolean warnOnManualTransactions() default true;

    /**
     * Version of the shape of the state. A stored state with a smaller one is migrated at start by the steps that {@link Migrate} marks; one with a greater one is
     * refused with {@code actor.state_version_newer} before anything changes.
     */
    int stateVersion() default 1;

    /** How long the making of an instance may take, with all that its constructor and its fields do: the actor's variables. */
    long createVarsTimeout() default 5_000;

    /** How long {@link Actor#createState} may take. */
    long createStateTimeout() default 5_000;

    /** How long {@link Actor#onCreate} may take. */
    long onCreateTimeout() default 5_000;

    /** How long {@link Actor#onWake} may take. */
    long onWakeTimeout() default 30_000;

    /** How long {@link Actor#onBeforeConnect} may take. */
    long onBeforeConnectTimeout() default 5_000;

    /** How long {@link Actor#createConnState} may take. */
    long createConnStateTimeout() default 5_000;

    /** How long {@link Actor#onConnect} and {@link Actor#onDisconnect} may take. */
    long onConnectTimeout() default 5_000;

    /** How long {@link Actor#onRequest} may take; 0 for as long as an action. */
    long onRequestTimeout() default 0;

    /** How long {@link Actor#onMigrate} may take. */
    long onMigrateTimeout() default 30_000;

    /** Largest message of a client, over HTTP and over a connection. */
    int maxIncomingMessageSize() default 65_536;

    /** Largest message to a client, over HTTP and over a connection. */
    int maxOutgoingMessageSize() default 1_048_576;

    /** Names of the queues that clients may send to. What they send to any other is dropped, as if it had been dealt with (R-http-20). */
    String[] queues() default {};

    /** How many messages the {@link Queue} holds, those in flight included. Each takes about 200 bytes of memory while the actor is awake. */
    int maxQueueSize() default 1_000;

    /** Largest message of the {@link Queue}: its encoded body, its name and 16 bytes. */
    int maxQueueMessageSize() default 65_536;

    /** Whether processes beside the platform may use the actor's database, see {@link ActorContext#runtimeSocket}. */
    boolean runtimeSocket() default false;

    /**
     * Whether WebSockets to the actor's own code, see {@link Actor#onWebSocket}, stay open while the actor sleeps, as connections do. A frame that comes then wakes it,
     * and is handed over when {@code onWebSocket} has taken the socket again. Such sockets do not keep the actor awake. {@link Actor#canHibernate} decides by the request.
     */
    boolean canHibernateWebSocket() default false;

    /**
     * For how many calls an actor that has come to better code, or whose state was migrated, is on probation; 0 for none. If more than {@link #probationErrors} of them fail
     * with what is neither a {@link UserError} nor an error of the platform, the roll-out of the code pauses, and the actor goes back to the code before, if that is
     * there and can read the state, with all that was acknowledged meanwhile.
     */
    int probationCalls() default 20;

    /** For how long it is, at most. */
    long probationTime() default 60_000;

    /** How many of these calls may fail so. */
    int probationErrors() default 2;

    /** How many scheduled calls and jobs there may be; 0 for none. Those that are there when it is lowered stay. */
    int maxSchedules() default 1_000;
}
