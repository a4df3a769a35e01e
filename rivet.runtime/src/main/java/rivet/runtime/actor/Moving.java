package rivet.runtime.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.StopReason;
import rivet.error.ErrorCode;
import rivet.error.RivetException;

/**
 * How an instance comes to its end because other code is to go on in its place, within one generation (design.md section 6): what is under way has its grace and hears the
 * abort signal, what changed is committed, the last hook runs, and the instance is let go. New work is held meanwhile, but for calls that a move waits for. Sockets,
 * connections, their states and subscriptions belong to the generation, so the next instance has them.
 */
final class Moving {

    private static final Logger log = LoggerFactory.getLogger(Moving.class);

    private final Cell cell;
    private final Instance instance;
    private final Duration grace;
    private final Duration unwinding;
    private final CompletableFuture<Void> lost = new CompletableFuture<>();

    /**
     * Makes a move.
     *
     * @param grace how long what is under way may take to end
     * @param unwinding how long what is interrupted then may take, and the last hook
     */
    Moving(Cell cell, Instance instance, Duration grace, Duration unwinding) {
        this.cell = cell;
        this.instance = instance;
        this.grace = grace;
        this.unwinding = unwinding;
    }

    /** Brings the instance to its end; never fails. */
    CompletionStage<Void> run() {
        instance.firing().suspend();
        instance.signal().give();
        return drained(grace).thenCompose(drained -> lastTurns()).thenCompose(quiet -> instance.settlement().flush(unwinding)).thenCompose(saved -> release());
    }

    private CompletionStage<Void> lastTurns() {
        if (isBusy()) {
            graceOver();
        }
        instance.submitUnlimited(new LastHookTask("onSleep", grace, () -> instance.hooks().onSleep(StopReason.UPGRADE), this::keep));
        return drained(unwinding);
    }

    private boolean isBusy() {
        return instance.turns().busy() || !instance.activity().isEmpty();
    }

    private void graceOver() {
        log.warn("actor {} ({}): the grace period is over; {} tasks are interrupted, {}", cell.specifier(), cell.typeName(), instance.turns().begun(), instance.activity());
        instance.meters().shutdownTimeout("upgrade");
        instance.firing().cutOff();
        instance.turns().interruptAll(end());
        instance.activity().giveUp();
    }

    /** What code changed in place in the states of connections is theirs, whoever is the next to see it. */
    private void keep(Instance running) {
        running.views().keepStates();
    }

    private RivetException end() {
        return ErrorCode.ACTOR_STOPPED.error("committed", "no").withActor(cell.specifier());
    }

    /** Returns a stage that completes when nothing of the instance is under way, or when it can't be waited for any longer. */
    private CompletionStage<Void> drained(Duration patience) {
        return cell.platform().orAfter(CompletableFuture.anyOf(instance.activity().drained().toCompletableFuture(), lost).thenApply(any -> null), patience);
    }

    private CompletionStage<Void> release() {
        if (instance.turns().begun() > 0) {
            cell.leftBehind(instance);
        }
        RivetException end = end();
        cell.life().moved(instance, end).forEach(task -> task.refused(ErrorCode.ACTOR_RESTARTING.error().withActor(cell.specifier())));
        cell.restoring().instanceEnded();
        return instance.settlement().committed().handle((done, error) -> {
            instance.settlement().failOutputs(end);
            instance.cutOff();
            instance.dispose();
            instance.meters().stopped();
            cell.intents().instanceEnded();
            return null;
        });
    }

    /** The engine has given up on the generation: it writes nothing more, and has no grace (R-life-30). */
    void lose() {
        RivetException end = end();
        instance.firing().cutOff();
        instance.settlement().failOutputs(end);
        instance.revoke(end).forEach(task -> ((ActorTask) task).refused(ErrorCode.ACTOR_RESTARTING.error().withActor(cell.specifier())));
        cell.platform().orAfter(instance.turns().quiet(), Launching.LOST_LIMIT).whenComplete((quiet, error) -> lost.complete(null));
    }
}
