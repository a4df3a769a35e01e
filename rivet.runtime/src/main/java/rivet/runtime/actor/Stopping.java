package rivet.runtime.actor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.actor.StopReason;
import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.turn.Task;
import rivet.spi.engine.StopCause;

/**
 * How a generation comes to its end (spec/core.md 2.7): running work hears the abort signal, the last hook runs, and everything that is under way is given its grace;
 * what is not over then is interrupted, and what does not heed that is left behind. Then what changed is committed, and the instance is let go.
 * <p>
 * Connections of an actor that goes to sleep are closed when all that is done, so that it can still be heard by its clients; those of one that is destroyed are
 * closed first. A stop can become one that destroys until its last turn has ended: the destroy hook runs then as well (R-stop-13).
 */
final class Stopping {

    private static final Logger log = LoggerFactory.getLogger(Stopping.class);

    /** What of the time for an upgrade is left to code that was interrupted, and to the last hook behind it. */
    private static final Duration UNWINDING = Duration.ofMillis(250);

    /** The last save has at least this long (R-state-60). */
    private static final Duration LEAST_SAVE_LIMIT = Duration.ofSeconds(15);

    private final Cell cell;
    private final StopCause cause;
    private final StopReason reason;
    private final Optional<Duration> limit;
    private final CompletableFuture<Void> lost = new CompletableFuture<>();
    private volatile boolean destroys;

    private Stopping(Cell cell, StopCause cause, StopReason reason, Optional<Duration> limit) {
        this.cell = cell;
        this.cause = cause;
        this.reason = reason;
        this.limit = limit;
        destroys = cause.destroys();
    }

    Stopping(Cell cell, StopCause cause) {
        this(cell, cause, cause == StopCause.GOING_AWAY ? StopReason.SHUTDOWN : StopReason.SLEEP, Optional.empty());
    }

    static Stopping forUpgrade(Cell cell, Duration limit) {
        return new Stopping(cell, StopCause.GOING_AWAY, StopReason.UPGRADE, Optional.of(limit));
    }

    StopCause cause() {
        return cause;
    }

    boolean destroys() {
        return destroys;
    }

    /** Destroys the actor, if nothing has been left of it so far that could hear of that. */
    void escalate() {
        synchronized (this) {
            if (destroys || cause == StopCause.LOST) {
                return;
            }
            destroys = true;
        }
        cell.instance().ifPresent(instance -> instance.submitUnlimited(onDestroy(instance, instance.code().options().sleepGracePeriod())));
    }

    /** The engine has given up on the generation: it writes nothing more, nobody hears of what it has not stored, and it has no grace (R-life-30). */
    void lose() {
        cell.instance().ifPresent(instance -> {
            RivetException end = end();
            instance.firing().cutOff();
            instance.settlement().failOutputs(end);
            refuse(instance.revoke(end));
            cell.platform().orAfter(instance.turns().quiet(), Launching.LOST_LIMIT).whenComplete((quiet, error) -> lost.complete(null));
        });
    }

    private RivetException end() {
        return ErrorCode.ACTOR_STOPPED.error("committed", "no").withActor(cell.specifier());
    }

    /** Returns a stage that completes when nothing of the instance is under way, or when it can't be waited for any longer. */
    private CompletionStage<Void> drained(Instance instance, Duration patience) {
        return cell.platform().orAfter(CompletableFuture.anyOf(instance.activity().drained().toCompletableFuture(), lost).thenApply(any -> null), patience);
    }

    /** Stops the instance; never fails. */
    CompletionStage<Void> run() {
        Optional<Instance> running = cell.instance();
        return running.isEmpty() ? CompletableFuture.completedStage(null) : run(running.get());
    }

    private CompletionStage<Void> run(Instance instance) {
        long begun = cell.platform().time().nanos();
        return stop(instance).whenComplete((done, error) -> {
            instance.meters().stopped();
            instance.meters().shutdown(label(), cell.platform().time().nanos() - begun);
        });
    }

    private String label() {
        return destroys ? "destroy" : "sleep";
    }

    private CompletionStage<Void> stop(Instance instance) {
        RivetException end = end();
        if (cause == StopCause.LOST) {
            lose();
            return lost.thenCompose(quiet -> release(instance, end));
        }
        Duration own = instance.code().options().sleepGracePeriod();
        Duration grace = limit.map(all -> all.minus(UNWINDING)).filter(all -> all.compareTo(own) < 0).orElse(own);
        if (reason == StopReason.UPGRADE) {
            refuse(instance.inbox().withdrawWork()); // it is done by the next code
        }
        instance.firing().suspend();
        instance.signal().give();
        if (destroys) {
            instance.submitUnlimited(disconnect());
            instance.submitUnlimited(onDestroy(instance, grace));
        } else {
            instance.submitUnlimited(new LastHookTask("onSleep", grace, () -> instance.hooks().onSleep(reason)));
        }
        Duration unwinding = limit.isPresent() ? UNWINDING : cell.platform().limits().abandonAfter();
        Duration saving = limit.isPresent() ? UNWINDING : own.compareTo(LEAST_SAVE_LIMIT) > 0 ? own : LEAST_SAVE_LIMIT;
        return drained(instance, grace).thenCompose(drained -> {
            graceOver(instance, end);
            return drained(instance, unwinding);
        }).thenCompose(quiet -> instance.settlement().flush(saving))
            .thenCompose(saved -> release(instance, end))
            .thenCompose(released -> destroys ? released() : cell.platform().orAfter(instance.wakes().asleep(), unwinding));
    }

    private static CompletionStage<Void> released() {
        return CompletableFuture.completedStage(null);
    }

    private void graceOver(Instance instance, RivetException end) {
        instance.firing().cutOff();
        refuse(instance.inbox().withdrawWork()); // or it would begin in the place of what is interrupted
        if (instance.turns().busy() || !instance.activity().isEmpty()) {
            instance.meters().shutdownTimeout(label());
            log.warn("actor {} ({}): the grace period is over; {} tasks are interrupted, {}", cell.specifier(), cell.typeName(), instance.turns().begun(),
                instance.activity());
        }
        instance.turns().interruptAll(end);
        instance.activity().giveUp();
        instance.submitUnlimited(disconnect());
    }

    private PlatformTask disconnect() {
        return new PlatformTask("disconnect", this::disconnectAll);
    }

    /** What comes over HTTP is held by the engine for the next generation; a connection hears a reason to come back. */
    private void refuse(List<? extends Task> unbegun) {
        RivetException why = (destroys ? ErrorCode.ACTOR_DESTROYING : ErrorCode.ACTOR_RESTARTING).error().withActor(cell.specifier());
        unbegun.forEach(task -> ((ActorTask) task).refused(why));
    }

    /** The run handler is not waited for (R-run-22). */
    private LastHookTask onDestroy(Instance instance, Duration grace) {
        return new LastHookTask("onDestroy", grace, () -> instance.hooks().onDestroy(), Instance::endRun);
    }

    private void disconnectAll(Instance instance) {
        cell.connections().visible().stream().filter(conn -> !stays(conn)).forEach(conn -> instance.views().disconnect(conn, closeCode(), closeReason()));
        instance.hibernating().all();
    }

    /** Whoever hibernates stays while the actor sleeps, or moves; not when it, or what has its socket, comes to its end (R-hib-16). */
    private boolean stays(Conn conn) {
        return !destroys && conn.hibernation().isPresent() && cell.socketsStay();
    }

    /** Closes the connections that nobody was left to disconnect: there was no instance any more, or its last turn never ended. After the last turn. */
    void closeLeft() {
        cell.connections().closeAll(closeCode(), closeReason(), !destroys && cell.socketsStay());
    }

    private int closeCode() {
        return destroys ? 1000 : 1011;
    }

    /** Clients take it for the error of their calls under way, so it must not say that these have not begun (design.md 1.4). */
    private String closeReason() {
        return destroys ? "" : (reason == StopReason.SHUTDOWN ? ErrorCode.WS_GOING_AWAY : ErrorCode.ACTOR_STOPPED).reason();
    }

    private CompletionStage<Void> release(Instance instance, RivetException end) {
        if (instance.turns().begun() > 0) {
            log.warn("actor {} ({}): {} did not end in time and were left behind", cell.specifier(), cell.typeName(), instance.turns().begun());
        }
        refuse(instance.revoke(end));
        return instance.settlement().committed().handle((done, error) -> {
            instance.settlement().failOutputs(end);
            instance.cutOff();
            instance.dispose();
            return null;
        });
    }
}
