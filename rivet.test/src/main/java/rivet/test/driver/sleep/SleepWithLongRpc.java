package rivet.test.driver.sleep;

import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Has an action that goes on until another one ends it. */
@ActorType(value = "sleepWithLongRpc", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class SleepWithLongRpc extends CountingActor<Counts> {

    private CompletableFuture<Void> finished = new CompletableFuture<>();

    @Override
    protected Counts createState(Input input) {
        return new Counts();
    }

    /** Tells the clients that it waits, and does so. */
    @Action
    public void longRunningRpc() {
        finished = new CompletableFuture<>();
        broadcast("waiting");
        await(finished);
    }

    /** Ends the other action. */
    @Action
    public void finishLongRunningRpc() {
        finished.complete(null);
    }

    /** Returns the counts. */
    @Action
    public Counts getCounts() {
        return state();
    }
}
