package rivet.test.driver.db;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.StopReason;
import rivet.test.driver.life.LifecycleObserver;

/** Everything that the driver suite does with a database. */
@ActorType(value = "dbActorRaw", actionTimeout = 120_000, sleepTimeout = 100, runtimeSocket = true)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class DbActorRaw extends TransactionRows<DbActorRaw.State> {

    /** What the hooks are to do. */
    public static final class State {

        /** Whether the end of a connection is written down. */
        public boolean disconnectInsertEnabled;
        /** How long that waits. */
        public long disconnectInsertDelayMs;
        /** Who hears of starts and sleeps, or null. */
        public String lifecycleObserverKey;
        /** Whether a transaction is held open. */
        public boolean transactionHolding;
    }

    private CompletableFuture<Void> heldTransaction = new CompletableFuture<>();
    private CompletableFuture<Void> heldAwake = CompletableFuture.completedFuture(null);
    private boolean submitted;

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWake() {
        tell("wake");
    }

    @Override
    protected void onSleep(StopReason reason) {
        tell("sleep");
    }

    private void tell(String event) {
        if (state().lifecycleObserverKey != null) {
            client().getOrCreate("lifecycleObserver", state().lifecycleObserverKey).call("recordEvent", new LifecycleObserver.Told(String.join("/", key()), event));
        }
    }

    @Override
    protected void onDisconnect(Connection connection) {
        if (state().disconnectInsertEnabled) {
            sleep(Duration.ofMillis(state().disconnectInsertDelayMs));
            insert("__disconnect__", "");
        }
    }

    /** Says whether the end of a connection is written down, and how long that waits. */
    @Action
    public void configureDisconnectInsert(boolean enabled, long delayMs) {
        state().disconnectInsertEnabled = enabled;
        state().disconnectInsertDelayMs = delayMs;
    }

    /** Says who hears of starts and sleeps; null for nobody. */
    @Action
    public void configureLifecycleObserver(String key) {
        state().lifecycleObserverKey = key;
    }

    /** Returns how many ends of connections were written down. */
    @Action
    public long getDisconnectInsertCount() {
        return number("SELECT count(*) FROM test_data WHERE value = '__disconnect__'");
    }

    /** Holds a transaction open until it is released. */
    @Action
    public void holdTransaction() {
        heldTransaction = new CompletableFuture<>();
        state().transactionHolding = true;
        try {
            sql().transaction(LONG, () -> await(heldTransaction));
        } finally {
            state().transactionHolding = false;
        }
    }

    /** Ends that transaction. */
    @Action
    public void releaseHeldTransaction() {
        heldTransaction.complete(null);
    }

    /** Returns whether it is open. */
    @Action
    public boolean isTransactionHolding() {
        return state().transactionHolding;
    }

    /** Stays awake until it is released. */
    @Action
    public void holdActorAwake() {
        heldAwake = keepAwake(new CompletableFuture<>());
    }

    /** Need not stay awake any more. */
    @Action
    public void releaseActorAwake() {
        heldAwake.complete(null);
    }

    /** Returns whether it has to stay awake. */
    @Action
    public boolean isActorAwakeHeld() {
        return !heldAwake.isDone();
    }

    /** Returns the number of rows; others see that it is about to be counted. */
    @Action
    public long getCountWithSubmissionBarrier() {
        submitted = true;
        try {
            return sql().transaction(LONG, this::getCount);
        } finally {
            submitted = false;
        }
    }

    /** Returns whether the rows are being counted, or about to be. */
    @Action
    public boolean isSqlOperationSubmitted() {
        return submitted;
    }

    /** Returns where processes beside the platform reach the database. */
    @Action
    public String getActorRuntimeSocketPath() {
        return runtimeSocket().toString();
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Asks for its destruction. */
    @Action
    public void destroy() {
        requestDestroy();
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }
}
