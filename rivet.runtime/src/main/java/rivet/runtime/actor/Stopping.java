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
        Duration grace = limit.orElse(instance.code().options().sleepGracePeriod());
        instance.signal().give();
        instance.submitUnlimited(new PlatformTask("disconnect", this::disconnectAll));
        instance.submitUnlimited(lastHook(instance, grace));
        return cell.quietOr(instance, grace).thenCompose(quiet -> {
            instance.turns().interruptAll(end);
            return cell.quietOr(instance, limit.isPresent() ? Duration.ZERO : cell.platform().limits().abandonAfter());
        }).thenCompose(quiet -> release(instance, end));
    }

    private LastHookTask lastHook(Instance instance, Duration grace) {
        if (destroys()) {
            return new LastHookTask("onDestroy", grace, () -> instance.hooks().onDestroy());
        }
        return new LastHookTask("onSleep", grace, () -> {
            try {
                instance.hooks().onSleep(reason);
            } finally {
                instance.saves().now();
            }
        });
    }

    private void disconnectAll(Instance instance) {
        for (Conn conn : cell.connections().visible()) {
            instance.disconnect(conn, closeCode(), closeReason());
        }
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
        List<Task> unbegun = instance.revoke(end);
        unbegun.forEach(task -> ((ActorTask) task).refused(ErrorCode.ACTOR_STOPPING.error().withActor(cell.specifier())));
        return instance.committed().handle((done, error) -> {
            instance.failOutputs(end);
            instance.cutOff();
            instance.dispose();
            return null;
        });
    }
}
