package rivet.runtime.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import rivet.error.ErrorCode;
import rivet.runtime.actor.Cell;

/**
 * The generations that are in this process, from before their start until nothing is left of them (spec/core.md 4). All under {@code this}; there is at most one that
 * does not stop for each actor, and a newer one is entered before it looks for older ones, so that of two racing starts at least one sees the other (R-reg-1).
 */
final class Cells {

    private final Map<String, TreeMap<Integer, Cell>> byActor = new HashMap<>();
    private int size;

    /**
     * Enters a generation.
     *
     * @return older ones of the same actor
     * @throws rivet.error.RivetException {@code actor.stopping} if it is there already or a newer one is (R-reg-2, R-reg-13)
     */
    synchronized List<Cell> enter(Cell cell) {
        TreeMap<Integer, Cell> generations = byActor.computeIfAbsent(cell.start().actorId(), id -> new TreeMap<>());
        int generation = cell.start().generation();
        if (!generations.isEmpty() && generations.lastKey() >= generation) {
            throw ErrorCode.ACTOR_STOPPING.error().withActor(generations.lastEntry().getValue().specifier());
        }
        List<Cell> older = new ArrayList<>(generations.values());
        generations.put(generation, cell);
        size++;
        return older;
    }

    synchronized void leave(Cell cell) {
        TreeMap<Integer, Cell> generations = byActor.get(cell.start().actorId());
        if (generations != null && generations.remove(cell.start().generation(), cell)) {
            size--;
            if (generations.isEmpty()) {
                byActor.remove(cell.start().actorId());
            }
        }
    }

    synchronized Optional<Cell> find(String actorId, int generation) {
        TreeMap<Integer, Cell> generations = byActor.get(actorId);
        return generations == null ? Optional.empty() : Optional.ofNullable(generations.get(generation));
    }

    /** Returns the newest generation of an actor. */
    synchronized Optional<Cell> find(String actorId) {
        TreeMap<Integer, Cell> generations = byActor.get(actorId);
        return generations == null ? Optional.empty() : Optional.of(generations.lastEntry().getValue());
    }

    synchronized List<Cell> all() {
        List<Cell> all = new ArrayList<>(size);
        byActor.values().forEach(generations -> all.addAll(generations.values()));
        return all;
    }
}
