package rivet.runtime.actor;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import rivet.runtime.sql.StateMemory;

/** State, connection states and queue as they were when a transaction within a turn began. Used by the thread that holds the turn. */
final class RememberedState implements StateMemory {

    private final Instance instance;
    private final Optional<StateHolder.Memory> memory;
    private final Map<ConnectionView, Object> connections;
    private final Optional<Instant> wake;
    private final int queue;

    RememberedState(Instance instance) {
        this.instance = instance;
        memory = instance.definition().hasState() ? Optional.of(instance.state().remember()) : Optional.empty();
        connections = instance.touches().begin();
        wake = instance.wakes().time();
        queue = instance.queue().mark();
    }

    @Override
    public void keep() {
        instance.touches().end(true);
    }

    @Override
    public void undo(boolean state) {
        instance.touches().end(false);
        connections.forEach(ConnectionView::putState);
        instance.queue().undoTo(queue);
        if (state) {
            memory.ifPresent(instance.state()::goBack);
            instance.wakes().putBack(wake);
        }
    }

    @Override
    public int stateBytes() {
        return memory.isPresent() ? instance.state().unsavedBytes() : 0;
    }
}
