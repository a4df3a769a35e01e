package rivet.test.sim;

import java.util.ArrayList;
import java.util.List;

import rivet.actor.Durability;

/** One instance of an actor's code. */
final class Life {

    private final long serial;
    private final String actorId;
    private final String process;
    private final Durability durability;
    private final List<Group> groups = new ArrayList<>();
    private final List<Long> rows = new ArrayList<>();
    private Group current;
    private int durable;
    private boolean sure = true;
    private boolean outlived;
    private boolean leftBehind;

    Life(long serial, String actorId, String process, Durability durability) {
        this.serial = serial;
        this.actorId = actorId;
        this.process = process;
        this.durability = durability;
    }

    long serial() {
        return serial;
    }

    String actorId() {
        return actorId;
    }

    String process() {
        return process;
    }

    Durability durability() {
        return durability;
    }

    /** Returns what its turns changed, in their order. */
    List<Group> groups() {
        return groups;
    }

    /** Returns the turn that runs; null between two. */
    Group current() {
        return current;
    }

    void setCurrent(Group next) {
        current = next;
    }

    /** Returns the rows that its code should find: those that were there at its start, and its own. */
    List<Long> rows() {
        return rows;
    }

    /** Returns how many of the first turns are known to be on the disk. */
    int durable() {
        return durable;
    }

    void setDurable(int count) {
        durable = count;
    }

    /** A statement failed, and may or may not have been done. */
    void unsure() {
        sure = false;
    }

    boolean sure() {
        return sure;
    }

    /** It ran after the last thing had gone wrong. */
    void outlives() {
        outlived = true;
    }

    /** It was given back while a turn of it still ran: what it had not saved is gone. */
    boolean leftBehind() {
        return leftBehind;
    }

    void leaveBehind() {
        leftBehind = true;
    }

    boolean outlived() {
        return outlived;
    }

    @Override
    public String toString() {
        return "life " + serial + " of " + actorId + " in " + process;
    }
}
