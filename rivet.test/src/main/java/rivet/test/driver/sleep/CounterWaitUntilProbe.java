package rivet.test.driver.sleep;

import java.util.concurrent.CompletableFuture;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** Declares work of every kind that has ended already. */
@ActorType(value = "counterWaitUntilProbe", sleepTimeout = 1_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class CounterWaitUntilProbe extends Actor<CounterWaitUntilProbe.State> {

    /** The count. */
    public static final class State {

        /** How much was declared. */
        public long count;
    }

    /** A result. */
    public record Ok(boolean ok) {}

    @Override
    protected State createState(Input input) {
        return new State();
    }

    private long add() {
        return ++state().count;
    }

    /** Background work without a result. */
    @Action
    public long triggerWaitUntilVoid() {
        waitUntil(CompletableFuture.completedFuture(null));
        return add();
    }

    /** Background work with one. */
    @Action
    public long triggerWaitUntilWithValue() {
        waitUntil(CompletableFuture.completedFuture(new Ok(true)));
        return add();
    }

    /** Background work that fails. */
    @Action
    public long triggerWaitUntilRejectVoid() {
        waitUntil(CompletableFuture.failedFuture(new IllegalStateException("reject-with-error-ok")));
        return add();
    }

    /** Work that keeps awake, without a result. */
    @Action
    public long triggerKeepAwakeVoid() {
        keepAwake(CompletableFuture.completedFuture(null));
        return add();
    }

    /** The same with one. */
    @Action
    public long triggerKeepAwakeWithValue() {
        keepAwake(CompletableFuture.completedFuture(new Ok(true)));
        return add();
    }

    /** Returns how much was declared. */
    @Action
    public long getCount() {
        return state().count;
    }
}
