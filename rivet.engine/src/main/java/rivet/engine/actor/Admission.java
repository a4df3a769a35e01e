package rivet.engine.actor;

import rivet.engine.actor.Life.Phase;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.spi.engine.Hosting;

/** The door of a cell: what comes is carried to the running generation, held, or answered. Belongs to the transitions of the cell. */
final class Admission {

    private final Surroundings around;
    private final Transitions transitions;
    private final Life life;
    private final Failures failures;
    private final ActorCell cell;
    private final String typeName;
    private final Waiting waiting;

    Admission(ActorCell cell, Surroundings around, Transitions transitions, Life life, Failures failures) {
        this.cell = cell;
        this.around = around;
        this.transitions = transitions;
        this.life = life;
        this.failures = failures;
        this.typeName = life.row.name();
        this.waiting = new Waiting(around, this::expired);
    }

    /** Returns whether a start failed for want of the type; without locks. */
    boolean lacks(String type) {
        return failures.failing() && typeName.equals(type);
    }

    /** Returns whether the type that a start failed for is back; without locks. */
    boolean typeIsBack() {
        // one that comes back a moment later is told of
        return failures.typeMissing() && around.hosting().status(typeName) == Hosting.TypeStatus.PRESENT;
    }

    /** Takes something in; for a change. */
    void admit(Pending<?> pending, boolean typeIsBack) {
        if (life.closed) {
            answer(pending, ErrorCode.GUARD_SERVICE_UNAVAILABLE.error());
        } else if (life.is(Phase.GONE)) {
            answer(pending, notFound(cell.id()));
        } else if (life.condemned()) {
            answer(pending, ErrorCode.ACTOR_DESTROYED_WHILE_WAITING_FOR_READY.error());
        } else if ((life.is(Phase.RUNNING) || life.is(Phase.STOPPING) && pending.isOfActor()) && pending.refusedBy != life.generation) {
            carry(pending);
        } else if (waiting.isFull()) {
            answer(pending, overloaded());
        } else if (life.is(Phase.SLEEPING) && !typeIsBack && failures.answer(around.now()).isPresent()) {
            answer(pending, failures.answer(around.now()).get());
        } else {
            hold(pending, typeIsBack);
        }
    }

    private void hold(Pending<?> pending, boolean typeIsBack) {
        if (!waiting.add(pending)) {
            answer(pending, notReady());
            return;
        }
        if (typeIsBack) {
            failures.forgive();
        }
        cell.advance();
    }

    /** A generation did not take something, which then has not begun. */
    void refused(Pending<?> pending, int byGeneration, RivetException reason) {
        transitions.change(() -> {
            pending.refusedBy = byGeneration;
            if (reason.is(ErrorCode.ACTOR_OVERLOADED) || waiting.isFull()) {
                answer(pending, reason);
            } else {
                admit(pending, false);
            }
        });
    }

    private void expired(Pending<?> pending) {
        transitions.change(() -> {
            if (waiting.remove(pending)) {
                answer(pending, notReady());
            }
        });
    }

    /** Carries all that wait to the running generation; for a change. */
    void carryAll() {
        waiting.takeFor(life.generation).forEach(this::carry);
    }

    /** Answers all that wait; for a change. */
    void answerAll(RivetException error) {
        waiting.takeAll().forEach(pending -> answer(pending, error));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    private void carry(Pending<?> pending) {
        int number = life.generation;
        transitions.then(() -> pending.carry(cell, around.hosting(), number));
    }

    private void answer(Pending<?> pending, RivetException error) {
        transitions.then(() -> pending.fail(error));
    }

    static RivetException notFound(String id) {
        return ErrorCode.ACTOR_NOT_FOUND.error("resource", "actor", "id", id);
    }

    private RivetException notReady() {
        return ErrorCode.GUARD_ACTOR_READY_TIMEOUT.error("id", cell.id());
    }

    private RivetException overloaded() {
        return ErrorCode.ACTOR_OVERLOADED.error("channel", "gateway", "operation", "wait_for_ready", "capacity",
            around.limits().waiting());
    }
}
