package rivet.runtime.meter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import rivet.inspect.Measure;

/** Counts what actors do, by their types. Those that never had code here are not among them, whatever clients call them. */
public final class ActorMeters {

    private final Map<String, TypeMeters> types = new ConcurrentHashMap<>();

    /** Returns the meters of a type. */
    public TypeMeters of(String type) {
        return TypeMeters.of(types, type, () -> new TypeMeters(type));
    }

    /** Returns the types there are meters of, in their order. */
    public Set<String> types() {
        return new TreeSet<>(types.keySet());
    }

    /** Returns what was counted. */
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>();
        for (String type : types()) {
            measures.addAll(types.get(type).measures());
        }
        return measures;
    }
}
