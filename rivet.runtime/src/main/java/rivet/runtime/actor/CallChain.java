package rivet.runtime.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What led to a task: the tasks of actors that called each other, outermost first.
 *
 * @param links without the task itself
 */
record CallChain(List<CallLink> links) {

    private static final int TOLD = 8;

    /** Nothing: it came from outside, or by itself. */
    static final CallChain NONE = new CallChain(List.of());

    /** Returns the chain of what that task leads to. */
    CallChain plus(CallLink task) {
        List<CallLink> longer = new ArrayList<>(links.size() + 1);
        links.stream().filter(CallLink::lasts).forEach(longer::add); // nobody waits for what has ended
        longer.add(task);
        return new CallChain(List.copyOf(longer));
    }

    int depth() {
        return links.size();
    }

    /** Returns whether some task of that generation, which has not ended, led to this. */
    boolean comesFrom(Cell cell) {
        return links.stream().anyMatch(link -> link.isOf(cell));
    }

    /** Returns whether some task led to this that has not ended and that a move waits for: its own actor's, or that of any other. */
    boolean comesFromMoving() {
        return links.stream().anyMatch(CallLink::isOfMoving);
    }

    /** Returns whether an action of that generation, which has not ended, led to this. */
    boolean comesFromActionOf(Cell cell) {
        return links.stream().anyMatch(link -> link.isOf(cell) && link.isAction());
    }

    /** Tells it for people: where it is long, its beginning. */
    @Override
    public String toString() {
        return links.stream().limit(TOLD).map(CallLink::toString).collect(Collectors.joining(" -> ")) + (links.size() > TOLD ? " -> ... (" + links.size() + ")" : "");
    }
}
