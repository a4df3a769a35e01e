package rivet.test.itest;

import java.time.Duration;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorFactory;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** An actor whose instances are made without Declarative Services. */
final class Plain extends Actor<Plain.State> {

    /** What is stored. */
    @ImmutableState
    record State(long count) {}

    /** Makes them, and knows how many there are. */
    static final class Factory implements ActorFactory {

        private final String name;
        private final AtomicInteger instances = new AtomicInteger();

        /**
         * Makes a factory.
         *
         * @param name what its actors call their code
         */
        Factory(String name) {
            this.name = name;
        }

        @Override
        public Actor<?> create() {
            instances.incrementAndGet();
            return new Plain(name);
        }

        @Override
        public void dispose(Actor<?> actor) {
            instances.decrementAndGet();
        }

        /** Returns how many were made and not given back. */
        int instances() {
            return instances.get();
        }
    }

    private final String name;

    private Plain(String name) {
        this.name = name;
    }

    /** Returns service properties: the type, and more of them in pairs. */
    static Dictionary<String, Object> properties(String type, Map<String, Object> more) {
        Dictionary<String, Object> properties = new Hashtable<>(more);
        properties.put(ActorFactory.TYPE, type);
        return properties;
    }

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    /** Adds to the count and returns it. */
    @Action
    public long add(long n) {
        updateState(s -> new State(s.count() + n));
        return state().count();
    }

    /** Returns the name of the factory. */
    @Action
    public String code() {
        return name;
    }

    /** Waits. */
    @Action
    public String pause(long millis) {
        sleep(Duration.ofMillis(millis));
        return "paused";
    }
}
