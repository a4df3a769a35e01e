package rivet.test.sim;

import java.util.ArrayList;
import java.util.List;

/** A call that a client sent, once. Hooks and forked work count as calls that nobody waits for. */
final class Op {

    private final long id;
    private final String actorId;
    private final String script;
    private final List<Group> groups = new ArrayList<>();
    private boolean begun;
    private boolean answered;
    private boolean succeeded;
    private boolean neverBegins;
    private boolean neverKept;

    Op(long id, String actorId, String script) {
        this.id = id;
        this.actorId = actorId;
        this.script = script;
    }

    long id() {
        return id;
    }

    String actorId() {
        return actorId;
    }

    String script() {
        return script;
    }

    List<Group> groups() {
        return groups;
    }

    boolean begun() {
        return begun;
    }

    void begin() {
        begun = true;
    }

    boolean answered() {
        return answered;
    }

    void answer() {
        answered = true;
    }

    /** Its caller was told that it was done. */
    void succeed() {
        succeeded = true;
    }

    boolean succeeded() {
        return succeeded;
    }

    /** Its caller was told that it has not begun. */
    void setNeverBegins() {
        neverBegins = true;
    }

    boolean neverBegins() {
        return neverBegins;
    }

    /** Its caller was told that nothing that it changed was kept. */
    void setNeverKept() {
        neverKept = true;
    }

    boolean neverKept() {
        return neverKept;
    }

    @Override
    public String toString() {
        return "op " + id + " '" + script + "'";
    }
}
