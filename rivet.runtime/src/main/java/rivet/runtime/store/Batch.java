package rivet.runtime.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import rivet.spi.storage.Statement;

/** Changes of turns that are to be committed together. Guarded by its owner. */
final class Batch {

    private final List<Statement> rows = new ArrayList<>();
    private Optional<byte[]> state = Optional.empty();
    private Budget size = Budget.NONE;
    private long last;

    /** Adds what a turn changed. */
    void add(long number, Optional<byte[]> newState, List<Statement> newRows) {
        last = number;
        state = newState.or(() -> state);
        rows.addAll(newRows);
        size = size.plus(newRows);
    }

    /** Returns the last turn of which this has changes. */
    long last() {
        return last;
    }

    /** Returns whether a turn's changes can be added without exceeding what one transaction may hold. What a single turn changed is never split. */
    boolean hasRoomFor(Optional<byte[]> newState, List<Statement> newRows) {
        Budget all = size.plus(newRows);
        long stateBytes = newState.or(() -> state).map(bytes -> bytes.length).orElse(0);
        return new Budget(all.statements() + 2, all.bytes() + stateBytes).fits(Budget.LIMIT); // state and fence come on top
    }

    /** Returns all statements, the fence first. */
    List<Statement> statements(Statement fence) {
        List<Statement> statements = new ArrayList<>(rows.size() + 2);
        statements.add(fence);
        state.ifPresent(bytes -> statements.add(Rows.state(bytes)));
        statements.addAll(rows);
        return statements;
    }
}
