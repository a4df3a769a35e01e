package rivet.test.driver;

import java.util.List;
import java.util.stream.IntStream;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;

/** State that is changed in place, many times in a turn. */
@ActorType("onStateChangeActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class OnStateChangeActor extends Actor<OnStateChangeActor.State> {

    /** A value, and a block that is dear to encode. */
    public static final class State {

        /** The value. */
        public long value;
        /** The block. */
        public List<Integer> blob = List.of();
    }

    private long changeCount;

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onStateChange(State state) {
        changeCount++;
    }

    /** Sets the value and returns it. */
    @Action
    public long setValue(long n) {
        state().value = n;
        return n;
    }

    /** Adds one to the value n times and returns it. */
    @Action
    public long incrementMultiple(int n) {
        for (int i = 0; i < n; i++) {
            state().value++;
        }
        return state().value;
    }

    /** Returns the value. */
    @Action
    public long getValue() {
        return state().value;
    }

    /** Returns twice the value. */
    @Action
    public long getDoubled() {
        return state().value * 2;
    }

    /** Returns how often the state was seen to change. */
    @Action
    public long getChangeCount() {
        return changeCount;
    }

    /** Begins to count again. */
    @Action
    public void resetChangeCount() {
        changeCount = 0;
    }

    /** Returns whether two reads give the same object. */
    @Action
    public boolean stateIdentityStable() {
        return state() == state();
    }

    /** Fills the block with 0 to n-1. */
    @Action
    public int seedLarge(int n) {
        state().blob = IntStream.range(0, n).boxed().toList();
        return n;
    }

    /** Adds one to the value n times and returns how many milliseconds that took. */
    @Action
    public long churn(int n) {
        long start = clock().millis();
        incrementMultiple(n);
        return clock().millis() - start;
    }
}
