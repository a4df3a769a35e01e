package rivet.actor;

import java.util.List;

/**
 * How a runtime drives an {@link Actor}: binds it to its context and calls its protected hooks. Not for authors.
 *
 * @param <S> the state
 */
public final class ActorHooks<S> {

    private final Actor<S> actor;

    private ActorHooks(Actor<S> actor) {
        this.actor = actor;
    }

    /**
     * Binds an actor to its context.
     *
     * @throws IllegalStateException if the actor was bound before
     */
    public static <S> ActorHooks<S> bind(Actor<S> actor, ActorContext<S> context) {
        actor.bind(context);
        return new ActorHooks<>(actor);
    }

    /** Returns the actor. */
    public Actor<S> actor() {
        return actor;
    }

    /** Calls {@link Actor#onMigrate}. */
    public void onMigrate(Migrations migrations) throws Exception {
        actor.onMigrate(migrations);
    }

    /** Calls {@link Actor#verify}. */
    public void verify(int fromVersion) throws Exception {
        actor.verify(fromVersion);
    }

    /** Calls {@link Actor#createState}. */
    public S createState(Input input) throws Exception {
        return actor.createState(input);
    }

    /** Calls {@link Actor#onCreate}. */
    public void onCreate(Input input) throws Exception {
        actor.onCreate(input);
    }

    /** Calls {@link Actor#onWake}. */
    public void onWake() throws Exception {
        actor.onWake();
    }

    /** Calls {@link Actor#run}. */
    public void run() throws Exception {
        actor.run();
    }

    /** Calls {@link Actor#onStateChange}. */
    public void onStateChange(S state) throws Exception {
        actor.onStateChange(state);
    }

    /** Calls {@link Actor#onBeforeActionResponse}. */
    public Object onBeforeActionResponse(String name, List<Object> arguments, Object output) throws Exception {
        return actor.onBeforeActionResponse(name, arguments, output);
    }

    /** Calls {@link Actor#onRequest}. */
    public Response onRequest(Request request) throws Exception {
        return actor.onRequest(request);
    }

    /** Calls {@link Actor#onWebSocket}. */
    public void onWebSocket(WebSocket socket) throws Exception {
        actor.onWebSocket(socket);
    }

    /** Calls {@link Actor#onSleep}. */
    public void onSleep(StopReason reason) throws Exception {
        actor.onSleep(reason);
    }

    /** Calls {@link Actor#onDestroy}. */
    public void onDestroy() throws Exception {
        actor.onDestroy();
    }

    /** Calls {@link Actor#onBeforeConnect}. */
    public void onBeforeConnect(Connection connection) throws Exception {
        actor.onBeforeConnect(connection);
    }

    /** Calls {@link Actor#canHibernate}. */
    public boolean canHibernate(ConnectionRequest request) throws Exception {
        return actor.canHibernate(request);
    }

    /** Calls {@link Actor#createConnState}. */
    public Object createConnState(Connection connection) throws Exception {
        return actor.createConnState(connection);
    }

    /** Calls {@link Actor#onConnect}. */
    public void onConnect(Connection connection) throws Exception {
        actor.onConnect(connection);
    }

    /** Calls {@link Actor#canSubscribe}. */
    public boolean canSubscribe(Connection connection, String event) throws Exception {
        return actor.canSubscribe(connection, event);
    }

    /** Calls {@link Actor#onDisconnect}. */
    public void onDisconnect(Connection connection) throws Exception {
        actor.onDisconnect(connection);
    }

    /** Calls {@link Actor#canPublish}. */
    public boolean canPublish(String queue, Connection connection) throws Exception {
        return actor.canPublish(queue, connection);
    }
}
