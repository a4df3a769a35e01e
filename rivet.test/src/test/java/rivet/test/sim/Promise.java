package rivet.test.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Something that an actor is to do later: a message in its queue, or a call that it scheduled. */
final class Promise {

    private final Op op;
    private final Optional<Group> made;
    private final List<Op> attempts = new ArrayList<>();
    private boolean acknowledged;
    private boolean failed;

    /**
     * Makes a promise.
     *
     * @param op what is to be done
     * @param made the turn that scheduled it; empty if it is a client's message
     */
    Promise(Op op, Optional<Group> made) {
        this.op = op;
        this.made = made;
    }

    Op op() {
        return op;
    }

    Optional<Group> made() {
        return made;
    }

    /** Returns whether it is done in one turn. */
    boolean isOneTurn() {
        return op.script().chars().noneMatch(step -> "azFn".indexOf(step) >= 0);
    }

    /** Its sender was told that it is stored. */
    void acknowledge() {
        acknowledged = true;
    }

    boolean acknowledged() {
        return acknowledged;
    }

    /** An attempt ended with an error: of a call that is the end, a message comes again. */
    void fail() {
        failed = made.isPresent();
    }

    boolean failed() {
        return failed;
    }

    /** Returns how often its actor began to do it. */
    List<Op> attempts() {
        return attempts;
    }

    @Override
    public String toString() {
        return made.map(group -> "scheduled in " + group).orElse("message") + " " + op + (acknowledged ? ", acknowledged" : "") + ", attempts " + attempts;
    }
}
