package rivet.test.smoke;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.UserError;

/** The {@code session} of the smoke suite: connections with parameters and state. */
@ActorType("session")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Session extends Actor<Session.State> {

    /** Who came and went. */
    public static final class State {

        /** {@code connect:<user>} and {@code disconnect:<user>}. */
        public List<String> log = new ArrayList<>();
    }

    /** What a client may say of itself. */
    public record Params(String user, boolean reject, boolean crash) {}

    /** What is known of a connection. */
    @ImmutableState
    public record Visitor(String user, long hits) {}

    /** What the calling connection is. */
    public record Self(Object params, Visitor state, String connId) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onBeforeConnect(Connection connection) {
        Params params = params(connection);
        if (params.reject()) {
            throw new UserError("rejected by hook", "rejected", Map.of("why", "asked"));
        }
        if (params.crash()) {
            throw new IllegalStateException("hook exploded");
        }
    }

    @Override
    protected boolean canSubscribe(Connection connection, String event) {
        return !event.equals("restricted");
    }

    @Override
    protected Object createConnState(Connection connection) {
        String user = params(connection).user();
        return new Visitor(user == null ? "anon" : user, 0);
    }

    @Override
    protected void onConnect(Connection connection) {
        state().log.add("connect:" + visitor(connection).user());
    }

    @Override
    protected void onDisconnect(Connection connection) {
        state().log.add("disconnect:" + visitor(connection).user());
    }

    /** Returns what the calling connection is. */
    @Action
    public Self whoami() {
        Connection caller = caller();
        Object params = caller.paramsOr(Object.class, null);
        return new Self(params, visitor(caller), caller.id());
    }

    /** Counts a hit of the calling connection. */
    @Action
    public long hit() {
        Visitor before = visitor(caller());
        caller().setState(new Visitor(before.user(), before.hits() + 1));
        return before.hits() + 1;
    }

    /** Returns the users of all open connections, sorted. */
    @Action
    public List<String> conns() {
        return connections().values().stream().map(c -> visitor(c).user()).sorted().toList();
    }

    /** Sends an event to the calling connection alone. */
    @Action
    public String sendToMe(String event, Object... args) {
        caller().send(event, args);
        return "sent";
    }

    /** Closes the connections of a user. */
    @Action
    public String kick(String user, String reason) {
        connections().values().stream().filter(c -> visitor(c).user().equals(user)).forEach(c -> c.disconnect(reason));
        return "kicked";
    }

    /** Tells an event to all. */
    @Action
    public boolean emit(String event, Object... args) {
        broadcast(event, args);
        return true;
    }

    /** Returns who came and went. */
    @Action("log")
    public List<String> visits() {
        return state().log;
    }

    private static Visitor visitor(Connection connection) {
        return connection.state(Visitor.class);
    }

    private static Params params(Connection connection) {
        return connection.paramsOr(Params.class, new Params(null, false, false));
    }
}
