package rivet.test.driver.hibernation;

import java.util.ArrayList;
import java.util.List;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.Input;
import rivet.actor.StopReason;

/** Notes in which of its lives it heard of the end of a connection that stays while it sleeps. */
@ActorType(value = "fileSystemHibernationCleanupActor", sleepTimeout = 500)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class FileSystemHibernationCleanupActor extends Actor<FileSystemHibernationCleanupActor.State> {

    /** How often it slept and woke, and the lives in which it heard of an end. */
    public static final class State extends Naps {

        /** Numbers of wakes. */
        public List<Long> disconnectWakeCounts = new ArrayList<>();
    }

    @Override
    protected State createState(Input input) {
        return new State();
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
    protected void onDisconnect(Connection connection) {
        if (connection.isHibernatable()) {
            state().disconnectWakeCounts.add(state().wakeCount);
        }
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }

    /** Asks for sleep. */
    @Action
    public void triggerSleep() {
        requestSleep();
    }

    /** Returns how often it slept and woke. */
    @Action
    public Naps getCounts() {
        Naps counts = new Naps();
        counts.sleepCount = state().sleepCount;
        counts.wakeCount = state().wakeCount;
        return counts;
    }

    /** Returns the lives in which it heard of the end of a connection. */
    @Action
    public List<Long> getDisconnectWakeCounts() {
        return state().disconnectWakeCounts;
    }
}
