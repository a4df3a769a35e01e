package rivet.test.driver.hibernation;

import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Has connections with a state of their own, which stay while it sleeps. */
@ActorType(value = "hibernationActor", sleepTimeout = 500)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class HibernationActor extends Actor<Naps> {

    /** What is counted of one connection. */
    public static final class Visits {

        /** Its own count. */
        public long count;
        /** Connect hooks. */
        public long connectCount;
        /** Disconnect hooks. */
        public long disconnectCount;
    }

    /** How often the hooks of the calling connection ran. */
    public record Hooks(long connectCount, long disconnectCount) {}

    @Override
    protected Naps createState(Input input) {
        return new Naps();
    }

    @Override
    protected Object createConnState(Connection connection) {
        return new Visits();
    }

    @Override
    protected void onWake() {
        state().wakeCount++;
    }

    @Override
    protected void onSleep(StopReason reason) {
        state().sleepCount++;
    }

    @Override
    protected void onConnect(Connection connection) {
        connection.state(Visits.class).connectCount++;
    }

    @Override
    protected void onDisconnect(Connection connection) {
        connection.state(Visits.class).disconnectCount++;
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }

    /** Counts one more for the calling connection. */
    @Action
    public long connIncrement() {
        return ++connection().orElseThrow().state(Visits.class).count;
    }

    /** Returns the count of the calling connection. */
    @Action
    public long getConnCount() {
        return connection().orElseThrow().state(Visits.class).count;
    }

    /** Returns how often the hooks of the calling connection ran. */
    @Action
    public Hooks getConnLifecycleCounts() {
        Visits visits = connection().orElseThrow().state(Visits.class);
        return new Hooks(visits.connectCount, visits.disconnectCount);
    }

    /** Returns the ids of all connections. */
    @Action
    public List<String> getConnectionIds() {
        return List.copyOf(connections().keySet());
    }

    /** Returns how often it slept and woke. */
    @Action
    public Naps getActorCounts() {
        return state();
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }
}
