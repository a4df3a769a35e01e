package rivet.runtime.type;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Factories whose roll-out is paused, and why. Guarded by who owns it. */
final class Pauses {

    private final PauseMemory memory;
    private final Map<FactoryGeneration, String> reasons = new IdentityHashMap<>();

    Pauses(PauseMemory memory) {
        this.memory = memory;
    }

    /** A factory has come: a pause that is remembered goes on. */
    void come(FactoryGeneration factory) {
        memory.reason(factory).ifPresent(reason -> reasons.put(factory, reason));
    }

    /** A factory has gone, and its pause with it. */
    void gone(FactoryGeneration factory) {
        reasons.remove(factory);
        memory.gone(factory);
    }

    /** Begins a pause; returns whether there was none. */
    boolean begin(FactoryGeneration factory, String reason) {
        boolean first = reasons.putIfAbsent(factory, reason) == null;
        if (first) {
            memory.begun(factory, reason);
        }
        return first;
    }

    /** Begins a pause because code had to be left for worse code; returns whether there was none. */
    boolean fail(FactoryGeneration factory, FactoryGeneration worse, String reason) {
        boolean first = begin(factory, reason);
        if (first) {
            memory.failed(factory, worse, reason);
        }
        return first;
    }

    /** Ends a pause; returns whether there was one. */
    boolean end(FactoryGeneration factory) {
        boolean was = reasons.remove(factory) != null;
        if (was) {
            memory.ended(factory);
        }
        return was;
    }

    Optional<String> reason(FactoryGeneration factory) {
        return Optional.ofNullable(reasons.get(factory));
    }

    /** Returns the same factories, those that are paused last. */
    List<FactoryGeneration> order(List<FactoryGeneration> factories) {
        List<FactoryGeneration> order = new ArrayList<>(factories);
        order.removeIf(reasons::containsKey);
        factories.stream().filter(reasons::containsKey).forEach(order::add);
        return order;
    }
}
