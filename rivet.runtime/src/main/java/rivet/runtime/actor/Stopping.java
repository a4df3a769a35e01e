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
 * How a generation comes to its end (spec/core.md 2.7): running work hears the abort signal, connections are closed, the last hook runs; what is not over when the grace
 * is, is interrupted, and what does not heed that is left behind. Then what changed is committed, and the instance is let go.
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

    private Stopping(Cell cell, StopCause cause, StopReason reason, Optional<Duration> limit) {
        this.cell = cell;
        this.cause = cause;
        this.reason = reason;
        this.limit = limit;
    }

    Stopping(Cell cell, StopCause cause) {
        this(cell, cause, cause == StopCause.GOING_AWAY ? StopReason.SHUTDOWN : StopReason.SLEEP, Optional.empty());
    }

    static Stopping forUpgrade(Cell cell, Duration limit) {
        return new Stopping(cell, StopCause.GOING_AWAY, StopReason.UPGRADE, Optional.of(limit));
    }

    boolean destroys() {
        return cause.destroys();
    }

    /** Stops the instance; never fails. */
    CompletionStage<Void> run() {
        Optional<Instance> running = cell.instance();
        return running.isEmpty() ? CompletableFuture.completedStage(null) : run(running.get());
    }

    private CompletionStage<Void> run(Instance instance) {
        RivetException end = ErrorCode.ACTOR_STOPPED.error("committed", "no").withActor(cell.specifier());
        if (cause == StopCause.LOST) {
            instance.failOutputs(end);
            return release(instance, end);
        }
        Duration own = instance.code().options().sleepGracePeriod();
        Duration grace = limit.map(all -> all.minus(UNWINDING)).filter(all -> all.compareTo(own) < 0).orElse(own);
        if (reason == StopReason.UPGRADE) {
            refuse(instance.withdrawWork()); // it is done by the next code
        }
        instance.signal().give();
        instance.submitUnlimited(new PlatformTask("disconnect", this::disconnectAll));
        instance.submitUnlimited(lastHook(instance, grace));
        return cell.quietOr(instance, grace).thenCompose(quiet -> {
            refuse(instance.withdrawWork()); // or it would begin in the place of what is interrupted
            instance.turns().interruptAll(end);
            return cell.quietOr(instance, limit.isPresent() ? UNWINDING : cell.platform().limits().abandonAfter());
        }).thenCompose(quiet -> instance.flush(limit.isPresent() ? UNWINDING : own.compareTo(LEAST_SAVE_LIMIT) > 0 ? own : LEAST_SAVE_LIMIT))
            .thenCompose(saved -> release(instance, end));
    }

    /** What comes over HTTP is held by the engine for the next generation; a connection hears a reason to come back. */
    private void refuse(List<? extends Task> unbegun) {
        RivetException why = (destroys() ? ErrorCode.ACTOR_DESTROYING : ErrorCode.ACTOR_RESTARTING).error().withActor(cell.specifier());
        unbegun.forEach(task -> ((ActorTask) task).refused(why));
    }

    private LastHookTask lastHook(Instance instance, Duration grace) {
        if (destroys()) {
            return new LastHookTask("onDestroy", grace, () -> instance.hooks().onDestroy());
        }
        return new LastHookTask("onSleep", grace, () -> instance.hooks().onSleep(reason));
    }

    private void disconnectAll(Instance instance) {
        cell.connections().visible().forEach(conn -> instance.disconnect(conn, closeCode(), closeReason()));
    }

    /** Closes the connections that nobody was left to disconnect: there was no instance any more, or its last turn never ended. After the last turn. */
    void closeLeft() {
        cell.connections().closeAll(closeCode(), closeReason());
    }

    private int closeCode() {
        return destroys() ? 1000 : 1011;
    }

    /** Clients take it for the error of their calls under way, so it must not say that these have not begun (design.md 1.4). */
    private String closeReason() {
        return destroys() ? "" : (reason == StopReason.SHUTDOWN ? ErrorCode.WS_GOING_AWAY : ErrorCode.ACTOR_STOPPED).reason();
    }

    private CompletionStage<Void> release(Instance instance, RivetException end) {
        if (instance.turns().begun() > 0) {
            log.warn("actor {} ({}): {} did not end in time and were left behind", cell.specifier(), cell.typeName(), instance.turns().begun());
        }
        refuse(instance.revoke(end));
        return instance.committed().handle((done, error) -> {
            instance.failOutputs(end);
            instance.cutOff();
            instance.dispose();
            return null;
        });
    }
}
