package rivet.test.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import rivet.actor.Durability;
import rivet.error.RivetException;

/**
 * Knows what actors did and what their callers were told, and finds out at once if that and the disk do not fit together.
 */
final class Ledger {

    private final Scheduler scheduler;
    private final Disk disk;
    private final Map<Long, Op> ops = new LinkedHashMap<>();
    private final Map<Long, Life> lives = new LinkedHashMap<>();
    private final Map<String, Life> newest = new HashMap<>();
    private final Map<Long, Group> owners = new HashMap<>();
    private final Set<Long> doubtful = new HashSet<>();
    private final Map<String, Volume.Marks> seen = new HashMap<>();
    private final Promises promises = new Promises(this);
    private long marks;
    private int commits;
    private boolean calm;

    Ledger(Scheduler scheduler, Disk disk) {
        this.scheduler = scheduler;
        this.disk = disk;
    }

    void require(boolean good, String what) {
        if (!good) {
            Violation violation = new Violation(what);
            scheduler.violated(violation);
            throw violation;
        }
    }

    Promises promises() {
        return promises;
    }

    /** Returns whether an actor has not been destroyed. */
    boolean lives(String actorId) {
        return disk.find(actorId).isPresent();
    }

    // ------------------------------------------------------------------ what happens

    Op newOp(String actorId, String script) {
        Op op = new Op(scheduler.number(), actorId, script);
        ops.put(op.id(), op);
        return op;
    }

    Op op(long id) {
        return ops.get(id);
    }

    List<Op> ops() {
        return List.copyOf(ops.values());
    }

    int commits() {
        return commits;
    }

    /** An instance runs its first code. */
    Life born(String actorId, String process, Durability durability) {
        Life life = new Life(scheduler.number(), actorId, process, durability);
        lives.put(life.serial(), life);
        newest.put(actorId + " " + process, life);
        return life;
    }

    Life life(long serial) {
        return lives.get(serial);
    }

    List<Life> lives() {
        return List.copyOf(lives.values());
    }

    /** A call begins. */
    void begins(Op op) {
        require(!op.begun(), op + " begins a second time");
        require(!op.neverBegins(), op + " begins after its caller was told that it never does");
        op.begin();
    }

    /** A turn begins. */
    Group turnBegins(Life life, Op op) {
        require(life.current() == null, "two turns of " + life + " at once: " + op + " while " + life.current());
        Group group = new Group(life, op);
        life.setCurrent(group);
        op.groups().add(group);
        return group;
    }

    /** A turn is about to end. */
    void turnEnds(Group group) {
        require(group.life().current() == group, group + " ends, but " + group.life().current() + " runs");
        group.end();
        group.life().setCurrent(null);
        group.life().groups().add(group);
        if (calm) {
            group.life().outlives();
        }
    }

    /** Nothing goes wrong any more. */
    void calmDown() {
        calm = true;
    }

    /** The platform let an instance do something: it must be the newest in its process. */
    void mayUse(Life life, String what) {
        Life now = newest.get(life.actorId() + " " + life.process());
        require(now == life, life + " may still " + what + ", but " + now + " runs already");
    }

    long newMark() {
        return ++marks;
    }

    void stateChanged(Group group, long mark) {
        group.state().add(mark);
        owners.put(mark, group);
    }

    /** A row is about to be inserted. */
    void rowTried(Group group, long mark) {
        owners.put(mark, group);
        doubtful.add(mark);
    }

    void rowInserted(Group group, long mark) {
        doubtful.remove(mark);
        group.rows().add(mark);
        if (!group.undone()) {
            group.life().rows().add(mark);
        }
    }

    /** A transaction begins within a turn. With durability interval nothing is whole but that. */
    Group part(Life life, Op op) {
        Group part = new Group(life, op);
        part.setUndone(true);
        return part;
    }

    /** The transaction is part of its turn. */
    void partCounts(Group whole, Group part) {
        part.setUndone(false);
        part.state().forEach(mark -> owners.put(mark, whole));
        part.rows().forEach(mark -> owners.put(mark, whole));
        whole.state().addAll(part.state());
        whole.rows().addAll(part.rows());
        whole.life().rows().addAll(part.rows());
    }

    /** A row may have been inserted: the statement failed. */
    void rowInDoubt(Group group) {
        group.life().unsure();
    }

    /** A transaction over await points was committed, before the current turn will be. */
    void longPartCounts(Group part) {
        part.life().groups().add(part);
        part.op().groups().add(part);
        part.life().rows().addAll(part.rows());
    }

    /** It was undone, or nobody knows. */
    void longPartFailed(Group part, RivetException error) {
        boolean certain = error.group().equals("sqlite") || error.code().equals("transaction_conflict");
        part.setUndone(part.undone() || certain);
        if (!part.undone()) {
            part.life().unsure();
        }
    }

    // ------------------------------------------------------------------ what is on the disk

    private Volume.Marks onDisk(String actorId) {
        return disk.evenDeleted(actorId).map(Volume::committed).orElse(Volume.Marks.NONE);
    }

    /** Something was committed. */
    void committed(Volume volume) {
        commits++;
        Volume.Marks before = seen.getOrDefault(volume.id(), Volume.Marks.NONE);
        Volume.Marks now = volume.committed();
        seen.put(volume.id(), now);
        Set<Long> state = distinct(now.state(), volume, "state");
        Set<Long> rows = distinct(now.rows(), volume, "rows");
        require(state.containsAll(before.state()), "state of " + volume.id() + " lost marks: had " + before.state() + ", has " + now.state());
        require(rows.containsAll(before.rows()), "rows of " + volume.id() + " lost marks: had " + before.rows() + ", has " + now.rows());
        List<Long> added = new ArrayList<>(now.state());
        added.addAll(now.rows());
        added.removeAll(before.state());
        added.removeAll(before.rows());
        added.forEach(mark -> arrived(mark, volume, state, rows));
    }

    private Set<Long> distinct(List<Long> list, Volume volume, String what) {
        Set<Long> set = new HashSet<>(list);
        require(set.size() == list.size(), what + " of " + volume.id() + " has a mark twice: " + list);
        return set;
    }

    private void arrived(long mark, Volume volume, Set<Long> state, Set<Long> rows) {
        Group group = owners.get(mark);
        require(group != null, "mark " + mark + " of " + volume.id() + " was made by nobody");
        require(group.life().actorId().equals(volume.id()), "mark " + mark + " of " + group + " is in " + volume.id());
        require(!group.undone(), group + " was committed though its transaction was undone");
        require(!group.op().neverKept(), group + " was committed after its caller was told that it was not kept");
        if (group.life().durability() == Durability.TURN && !doubtful.contains(mark)) {
            require(group.ended(), group + " was committed before it ended");
            require(state.containsAll(group.state()) && rows.containsAll(group.rows()), group + " was committed in part: " + volume.committed());
        }
    }

    boolean isDurable(Group group) {
        Volume.Marks marks = onDisk(group.life().actorId());
        return marks.state().containsAll(group.state()) && marks.rows().containsAll(group.rows());
    }

    boolean isInPartDurable(Group group) {
        Volume.Marks marks = onDisk(group.life().actorId());
        return group.state().stream().anyMatch(marks.state()::contains) || group.rows().stream().anyMatch(marks.rows()::contains);
    }

    // ------------------------------------------------------------------ what callers are told

    /** Something that could have read the first turns of a life has left: they must be on the disk. */
    void left(String what, long serial, long turns) {
        Life life = lives.get(serial);
        if (life.durability() != Durability.TURN) {
            return;
        }
        require(turns <= life.groups().size(), what + " has left in the middle of its turn");
        for (int i = life.durable(); i < turns; i++) {
            require(life.groups().get(i).undone() || isDurable(life.groups().get(i)), what + " has left before " + life.groups().get(i) + " was on the disk: " + onDisk(life.actorId()));
            life.setDurable(i + 1);
        }
    }

    /** A commit failed: until those who built on it hear so, the rows are not what they should be. */
    void commitFailed(String actorId, String process) {
        Optional.ofNullable(newest.get(actorId + " " + process)).ifPresent(Life::unsure);
    }

    /** Another process took the database over, and with it went what a turn had written in its transaction: the turn comes to nothing. */
    void transactionLost(String actorId, String process) {
        Volume.Marks marks = onDisk(actorId);
        Optional.ofNullable(newest.get(actorId + " " + process)).filter(life -> life.durability() == Durability.TURN).ifPresent(life -> {
            life.groups().stream().filter(group -> !marks.rows().containsAll(group.rows())).forEach(group -> group.setUndone(true));
            Optional.ofNullable(life.current()).filter(group -> group.transacts() || !group.rows().isEmpty()).ifPresent(group -> group.setUndone(true));
        });
    }

    /** The caller of a call is told how it ended. */
    void answered(Op op, Optional<String> committed, boolean notBegun) {
        require(!op.answered(), op + " is answered twice");
        op.answer();
        if (notBegun) {
            require(!op.begun(), op + " has begun, but its caller is told that it has not");
            op.setNeverBegins();
        }
        switch (committed.orElse("")) {
            case "no" -> {
                op.groups().forEach(group -> require(!isInPartDurable(group), "committed: no, but on the disk: " + group));
                op.setNeverKept();
            }
            case "yes" -> op.groups().forEach(group -> require(isDurable(group), "committed: yes, but not on the disk: " + group));
            default -> { }
        }
    }

    /**
     * An instance has loaded its state.
     *
     * @param current whether nobody has written since; if somebody has, it will not be able to
     */
    void loaded(Life life, List<Long> state, boolean current) {
        require(!current || state.equals(onDisk(life.actorId()).state()), life + " has loaded " + state + ", but on the disk is " + onDisk(life.actorId()).state());
        life.rows().addAll(onDisk(life.actorId()).rows());
    }

    /** An instance has read its rows. */
    void read(Life life, List<Long> rows, boolean current) {
        require(!current || !life.sure() || rows.equals(life.rows()), life + " reads " + rows + " instead of " + life.rows());
    }

    /** The state is said to be saved. */
    void saved(Life life, List<Long> state) {
        require(onDisk(life.actorId()).state().containsAll(state), life + ": saved is " + onDisk(life.actorId()).state() + ", not " + state);
    }

    /** All actors of a process were stopped in order, and nothing went wrong with that: what callers of their last instances were told is on the disk. */
    void checkEnd(String process) {
        for (Life life : newest.values()) {
            if (life.outlived() && !life.leftBehind() && life.process().equals(process) && disk.find(life.actorId()).isPresent()) {
                life.groups().stream().filter(group -> group.op().succeeded()).forEach(group -> require(isDurable(group), "not saved at the end: " + group));
            }
        }
    }
}
