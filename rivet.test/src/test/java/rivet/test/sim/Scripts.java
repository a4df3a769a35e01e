package rivet.test.sim;

import java.util.List;

import rivet.actor.Durability;
import rivet.error.RivetException;

/**
 * Runs a script, one step a character:
 * <pre>
 * s S  change the state in place, or replace it      q  insert a row            r  read the rows
 * e    broadcast an event                            a  wait for something      z  sleep a while
 * n    save the state now                            f F fork, and wait for it   x  throw an error
 * y    give the carrier away                         h  wait for ever           w  heed no interruption
 * p    ask to be put to sleep                        d  ask to be destroyed     t  wait, and go on if interrupted
 * L    a transaction over an await point             M m  the same by statements, committed, or left open by an error
 * T R  a transaction that is kept, or undone         c C  schedule a call that is done in one turn, or in several
 * </pre>
 */
final class Scripts {

    private final SimActor actor;
    private final Op op;
    private boolean inTurn;

    Scripts(SimActor actor, Op op) {
        this.actor = actor;
        this.op = op;
    }

    /**
     * Runs a script.
     *
     * @return life, number of turns up to the last of this, and count of the state
     */
    List<Long> run(String script) throws Exception {
        begin();
        try {
            for (char step : script.toCharArray()) {
                scheduler().pause();
                step(step);
            }
            end();
            return actor.position();
        } finally {
            end();
        }
    }

    private Scheduler scheduler() {
        return actor.node().process().scheduler();
    }

    private void begin() {
        actor.turnBegins(op);
        inTurn = true;
    }

    private void end() {
        if (inTurn) {
            inTurn = false;
            actor.turnEnds();
        }
    }

    private void step(char step) throws Exception {
        switch (step) {
            case 's' -> actor.changeState(false);
            case 'S' -> actor.changeState(true);
            case 'q' -> actor.insertRow();
            case 'r' -> actor.readRows();
            case 'e' -> actor.tell();
            case 'y' -> Thread.yield();
            case 'x' -> throwPlanned();
            case 'w' -> actor.node().world().blockUninterruptibly(actor.node());
            case 'p' -> actor.wantSleep();
            case 'd' -> actor.wantDestruction();
            case 'f' -> actor.branch(op, "sq");
            case 'L' -> longTransaction();
            case 'M' -> statements(true);
            case 'm' -> statements(false);
            case 'T', 'R', 'c', 'C' -> {
                if (actor.life().durability() == Durability.TURN) { // else a part of the turn is stored before the rest
                    whole(step);
                }
            }
            default -> waiting(() -> await(step));
        }
    }

    private void whole(char step) {
        switch (step) {
            case 'c' -> actor.plan(scheduler().random(4_000), "sq");
            case 'C' -> actor.plan(scheduler().random(4_000), "saq");
            default -> actor.transact(step == 'R');
        }
    }

    private void await(char step) {
        switch (step) {
            case 'a' -> actor.wait(actor.node().world().later());
            case 'z' -> actor.pause(1 + scheduler().random(400));
            case 'n' -> actor.save();
            case 'F' -> actor.wait(actor.branch(op, "sqa"));
            case 'h' -> actor.wait(actor.node().world().never());
            case 't' -> {
                try {
                    actor.wait(actor.node().world().later());
                } catch (RivetException e) {
                    scheduler().say(op + " goes on after " + e.group() + "." + e.code());
                }
            }
            default -> throw new IllegalArgumentException("step " + step);
        }
    }

    /** An await point: the turn ends there, and another begins, even if the waiting fails. */
    private void waiting(Runnable await) {
        end();
        try {
            await.run();
        } finally {
            begin();
        }
    }

    /** What it changes belongs to no turn: it counts when it is committed. */
    private void longTransaction() {
        if (actor.life().durability() != Durability.TURN) {
            return;
        }
        Group part = actor.ledger().part(actor.life(), op);
        waiting(() -> {
            try {
                actor.transactLong(() -> {
                    inTransaction(part, true);
                    return null;
                });
                actor.ledger().longPartCounts(part);
            } catch (RivetException e) {
                actor.ledger().longPartFailed(part, e);
                throw e;
            } finally {
                end();
            }
        });
    }

    /** It begins and ends in the middle of a turn, but what the turn changed before is committed first. One that is left open is undone with the end of the call. */
    private void statements(boolean commits) {
        if (actor.life().durability() != Durability.TURN) {
            return;
        }
        Group part = actor.ledger().part(actor.life(), op);
        waiting(() -> {
            try {
                actor.statement("BEGIN");
                inTransaction(part, false);
                if (!commits) {
                    part.setUndone(true);
                    throwPlanned();
                }
                actor.statement("COMMIT");
                actor.ledger().longPartCounts(part);
            } catch (RivetException e) {
                actor.ledger().longPartFailed(part, e);
                throw e;
            } finally {
                end();
            }
        });
    }

    private void inTransaction(Group part, boolean withState) {
        begin();
        actor.changeIn(part, withState);
        waiting(() -> actor.wait(actor.node().world().later()));
        actor.changeIn(part, false);
        end();
        part.end();
        part.setUndone(false); // from now on it may happen
    }

    private void throwPlanned() {
        end();
        List<Long> position = actor.position();
        throw new RivetException("sim", "planned", position.get(0) + " " + position.get(1));
    }
}
