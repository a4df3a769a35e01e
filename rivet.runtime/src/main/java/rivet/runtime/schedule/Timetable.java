package rivet.runtime.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import rivet.spi.storage.Statement;

/**
 * The calls and jobs of an actor as the turn has them, and what that differs by from what was handed over to be stored. Used by the thread that holds the turn.
 * <p>
 * Invariant: {@code order} has exactly the values of {@code all}; {@code before} has what each changed one was at the end of the turn before.
 */
final class Timetable {

    private final Map<String, Scheduled> all = new HashMap<>();
    private final TreeSet<Scheduled> order = new TreeSet<>(Comparator.comparing(Scheduled::wake).thenComparing(Scheduled::id));
    private final Map<String, Optional<Scheduled>> before = new LinkedHashMap<>();

    /** Takes over what is stored. */
    void load(Scheduled stored) {
        all.put(stored.id(), stored);
        order.add(stored);
    }

    Optional<Scheduled> get(String id) {
        return Optional.ofNullable(all.get(id));
    }

    int size() {
        return all.size();
    }

    /** Returns all, the one first for which something is to be done first. */
    Iterable<Scheduled> inOrder() {
        return order;
    }

    /** Returns what is due by the given time, in order; a copy. */
    List<Scheduled> due(Instant now) {
        List<Scheduled> due = new ArrayList<>();
        for (Scheduled next : order) {
            if (next.wake().isAfter(now)) {
                break;
            }
            due.add(next);
        }
        return due;
    }

    void put(Scheduled changed) {
        remember(changed.id());
        replace(changed.id(), Optional.of(changed));
    }

    void remove(String id) {
        remember(id);
        replace(id, Optional.empty());
    }

    private void remember(String id) {
        before.putIfAbsent(id, get(id));
    }

    private void replace(String id, Optional<Scheduled> by) {
        Scheduled old = all.remove(id);
        if (old != null) {
            order.remove(old);
        }
        by.ifPresent(this::load);
    }

    /** Returns whether the turn changed anything. */
    boolean hasChanges() {
        return !before.isEmpty();
    }

    /** Returns the statements that store what the turn changed. */
    List<Statement> changes() {
        List<Statement> statements = new ArrayList<>();
        before.forEach((id, old) -> difference(id, old, get(id), statements));
        return statements;
    }

    private static void difference(String id, Optional<Scheduled> old, Optional<Scheduled> now, List<Statement> statements) {
        boolean hadProgress = old.filter(Scheduled::hasProgress).isPresent();
        if (now.isEmpty()) {
            if (old.isPresent()) {
                statements.add(ScheduleRows.remove(id));
            }
        } else if (old.isEmpty() || !old.get().sameEvent(now.get())) {
            statements.add(ScheduleRows.put(now.get()));
        }
        if (now.filter(Scheduled::hasProgress).isEmpty()) {
            if (hadProgress) {
                statements.add(ScheduleRows.removeProgress(id));
            }
        } else if (!hadProgress || !old.get().sameProgress(now.get())) {
            statements.add(ScheduleRows.putProgress(now.get()));
        }
    }

    /** What the turn changed was handed over. */
    void kept() {
        before.clear();
    }

    /** What the turn changed is not so. */
    void undo() {
        before.forEach(this::replace);
        before.clear();
    }
}
