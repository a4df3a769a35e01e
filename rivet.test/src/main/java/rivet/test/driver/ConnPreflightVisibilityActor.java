package rivet.test.driver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.UserError;

/** Who is seen among the connections while one is being made. */
@ActorType("connPreflightVisibilityActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class ConnPreflightVisibilityActor extends Actor<ConnPreflightVisibilityActor.State> {

    /** What was seen, and when. */
    public static final class State {

        /** How often {@code onBeforeConnect} began. */
        public int beforeStarted;
        /** How often {@code createConnState} began. */
        public int createStarted;
        /** The labels that each {@code onBeforeConnect} saw. */
        public List<List<String>> beforeVisibleLabels = new ArrayList<>();
        /** The labels that each {@code createConnState} saw. */
        public List<List<String>> createVisibleLabels = new ArrayList<>();
        /** What each {@code onConnect} saw. */
        public List<Arrival> connectSnapshots = new ArrayList<>();
        /** What each {@code onDisconnect} saw. */
        public List<Departure> disconnectSnapshots = new ArrayList<>();
    }

    /** What the client wants of the hooks; null where nothing. */
    public record Params(String label, long beforeDelayMs, long createDelayMs, boolean rejectBefore,
            boolean rejectCreate) {}

    /** The state of a connection. */
    @ImmutableState
    public record Labelled(String label) {}

    /** What {@code onConnect} saw. */
    public record Arrival(String label, boolean ownVisible, List<String> visibleLabels) {}

    /** What {@code onDisconnect} saw. */
    public record Departure(String label, List<String> otherLabels) {}

    /** What was seen, and who is seen now. */
    public record Snapshot(int beforeStarted, int createStarted, List<List<String>> beforeVisibleLabels,
            List<List<String>> createVisibleLabels, List<Arrival> connectSnapshots, List<Departure> disconnectSnapshots,
            List<String> visibleLabels) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onBeforeConnect(Connection connection) {
        Params params = params(connection);
        state().beforeStarted++;
        state().beforeVisibleLabels.add(visibleLabels());
        sleep(Duration.ofMillis(params.beforeDelayMs()));
        if (params.rejectBefore()) {
            throw new UserError("rejected in onBeforeConnect", "rejected_before");
        }
    }

    @Override
    protected Object createConnState(Connection connection) {
        Params params = params(connection);
        state().createStarted++;
        state().createVisibleLabels.add(visibleLabels());
        sleep(Duration.ofMillis(params.createDelayMs()));
        if (params.rejectCreate()) {
            throw new UserError("rejected in createConnState", "rejected_create");
        }
        return new Labelled(params.label() == null ? "anonymous" : params.label());
    }

    @Override
    protected void onConnect(Connection connection) {
        boolean ownVisible = connections().containsKey(connection.id());
        state().connectSnapshots.add(new Arrival(label(connection), ownVisible, visibleLabels()));
    }

    @Override
    protected void onDisconnect(Connection connection) {
        List<String> others = connections().values().stream()
            .filter(c -> !c.id().equals(connection.id()))
            .map(ConnPreflightVisibilityActor::label)
            .toList();
        state().disconnectSnapshots.add(new Departure(label(connection), others));
    }

    /** Returns what was seen, and who is seen now. */
    @Action
    public Snapshot snapshot() {
        State s = state();
        return new Snapshot(s.beforeStarted, s.createStarted, s.beforeVisibleLabels, s.createVisibleLabels,
            s.connectSnapshots, s.disconnectSnapshots, visibleLabels());
    }

    private List<String> visibleLabels() {
        return connections().values().stream().map(ConnPreflightVisibilityActor::label).toList();
    }

    private static String label(Connection connection) {
        return connection.state(Labelled.class).label();
    }

    private static Params params(Connection connection) {
        return connection.paramsOr(Params.class, new Params(null, 0, 0, false, false));
    }
}
