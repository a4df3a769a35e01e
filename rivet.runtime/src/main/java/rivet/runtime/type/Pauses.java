package rivet.runtime.type;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Factories whose roll-out is paused, and why. Guarded by who owns it. */
final class Pauses {

    private final Map<FactoryGeneration, String> reasons = new IdentityHashMap<>();

    /** Begins a pause; returns whether there was none. */
    boolean begin(FactoryGeneration factory, String reason) {
        return reasons.putIfAbsent(factory, reason) == null;
    }

    /** Ends a pause; returns whether there was one. */
    boolean end(FactoryGeneration factory) {
        return reasons.remove(factory) != null;
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
