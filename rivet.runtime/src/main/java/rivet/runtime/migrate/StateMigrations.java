package rivet.runtime.migrate;

import java.lang.reflect.Method;
import java.util.List;
import java.util.TreeMap;

import rivet.actor.Actor;
import rivet.actor.Migrate;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.value.ValueMapper;

/** The steps of an actor class that lead a stored state from an older version to the one that its code has. */
public final class StateMigrations {

    private final int version;
    private final TreeMap<Integer, StateStep> steps = new TreeMap<>();

    /**
     * Reads a class.
     *
     * @param version of the state that its code has
     * @throws IllegalArgumentException if a step is missing, there twice, or not fit to be one; the message says which
     */
    public StateMigrations(Class<?> actorClass, int version, ValueMapper mapper) {
        this.version = version;
        for (Class<?> type = actorClass; type != Actor.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Migrate.class) && !method.isBridge()) {
                    add(new StateStep(method, mapper), actorClass);
                }
            }
        }
        requireNoGap(actorClass);
    }

    private void add(StateStep step, Class<?> actorClass) {
        if (step.from() < 1 || step.from() >= version) {
            throw new IllegalArgumentException(actorClass.getName() + ": " + step + " leads to version " + (step.from() + 1) + ", but the type has stateVersion = " + version);
        }
        StateStep other = steps.putIfAbsent(step.from(), step);
        // one in a subclass that overrides it comes first and wins
        if (other != null && !other.method().getName().equals(step.method().getName())) {
            throw new IllegalArgumentException(actorClass.getName() + " has two steps from version " + step.from() + ": " + other + " and " + step);
        }
    }

    private void requireNoGap(Class<?> actorClass) {
        int oldest = steps.isEmpty() ? version - 1 : steps.firstKey();
        for (int from = Math.max(oldest, 1); from < version; from++) {
            if (!steps.containsKey(from)) {
                throw new IllegalArgumentException(actorClass.getName() + " has stateVersion = " + version + ", but no method with @Migrate(from = " + from + ")");
            }
        }
    }

    /**
     * Returns the steps that lead a state to the version of the code, in their order; none if it has that version.
     *
     * @param from version of the state, not above that of the code
     * @throws RivetException {@code actor.migration_failed} if the code cannot read so old a state any more
     */
    public List<StateStep> from(int from) {
        if (from < version && !steps.containsKey(from)) {
            throw failed(from, "to find a method with @Migrate(from = " + from + ")");
        }
        return List.copyOf(steps.tailMap(from).values());
    }

    /** Returns the error for a step that failed. */
    public RivetException failed(int from, String step) {
        return ErrorCode.ACTOR_MIGRATION_FAILED.error("from", from, "to", version, "step", step);
    }
}
