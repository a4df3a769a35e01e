package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.store.Incarnation;
import rivet.runtime.store.Position;
import rivet.runtime.type.FactoryGeneration;
import rivet.spi.storage.Database;

/**
 * How a generation comes by an instance: opens the database, reads what is stored, and starts an instance of the code on it. One launch at a time.
 * <p>
 * All fields that change are guarded by this.
 */
final class Launching {

    private static final Logger log = LoggerFactory.getLogger(Launching.class);

    /** How long a generation that was lost may take to heed its interruption (R-life-30). */
    static final Duration LOST_LIMIT = Duration.ofSeconds(2);

    private final Cell cell;
    private final Platform platform;
    private Optional<Database> database = Optional.empty();
    private Optional<FactoryGeneration> code = Optional.empty();
    private Optional<Instance> starting = Optional.empty();
    private Optional<RivetException> lost = Optional.empty();
    private boolean createdBefore;

    Launching(Cell cell) {
        this.cell = cell;
        platform = cell.platform();
    }

    /** Returns the code of the latest launch. */
    synchronized Optional<FactoryGeneration> code() {
        return code;
    }

    /** Starts an instance; fails with a {@link RivetException}, and then nothing is left of it. */
    CompletionStage<Instance> launch(FactoryGeneration factory, Incarnation incarnation) {
        synchronized (this) {
            code = Optional.of(factory);
        }
        // looked at after the code was set: whoever removes the factory later finds this cell by its code
        if (!platform.factories().contains(factory)) {
            return CompletableFuture.failedStage(ErrorCode.ACTOR_TYPE_ABSENT.error("type", cell.typeName(), "retryable", true));
        }
        Startup startup = new Startup(platform.time(), platform.meters().of(cell.typeName()));
        return platform.store().open(cell.start()).thenCompose(opened -> {
            synchronized (this) {
                database = Optional.of(opened);
            }
            return platform.store().load(opened).thenCompose(stored -> {
                if (stored.fence().compareTo(incarnation) >= 0) {
                    return CompletableFuture.failedStage(superseded(stored.fence()));
                }
                startup.loaded(!stored.initialized());
                loaded(stored.initialized());
                Instance next = new Instance(cell, factory, incarnation, opened, stored.fence());
                StartTask task = new StartTask(stored, cell.start().input());
                Optional<RivetException> refused = starts(next);
                if (refused.isPresent()) {
                    return CompletableFuture.failedStage(refused.get());
                }
                next.submitUnlimited(task);
                return task.started()
                    .whenComplete((ready, error) -> {
                        startsNoMore();
                        startup.ran(error == null);
                    })
                    .handle((ready, error) -> error == null ? CompletableFuture.completedStage(next) : ended(next, Failures.of(error)))
                    .thenCompose(stage -> stage);
            });
        }).whenComplete((ready, error) -> startup.ended(error == null));
    }

    /** Another process runs a later generation: nothing that this one did could be stored. */
    private static RivetException superseded(Position by) {
        return ErrorCode.ACTOR_STORAGE_UNAVAILABLE.error("reason", "it belongs to a later start, " + by);
    }

    /** An instance whose start failed is taken apart before anybody hears of it. */
    private CompletionStage<Instance> ended(Instance failed, RivetException error) {
        failed.revoke(error);
        failed.settlement().failOutputs(error);
        Duration patience = isLost() ? LOST_LIMIT : platform.limits().abandonAfter();
        return platform.orAfter(failed.turns().quiet(), patience).thenCompose(quiet -> {
            failed.cutOff();
            failed.dispose();
            return CompletableFuture.failedStage(error);
        });
    }

    private synchronized void loaded(boolean initialized) {
        createdBefore = initialized;
    }

    /** Returns whether the latest launch found an actor that was created before. */
    synchronized boolean foundCreated() {
        return createdBefore;
    }

    private synchronized Optional<RivetException> starts(Instance next) {
        starting = Optional.of(next);
        return lost;
    }

    private synchronized void startsNoMore() {
        starting = Optional.empty();
    }

    synchronized boolean isLost() {
        return lost.isPresent();
    }

    /** The generation is lost: what starts is cut off, and nothing starts any more (R-life-30, R-reg-4). */
    void lose(RivetException reason) {
        Optional<Instance> cut;
        synchronized (this) {
            lost = Optional.of(reason);
            cut = starting;
        }
        cut.ifPresent(instance -> {
            instance.revoke(reason);
            instance.settlement().failOutputs(reason);
            instance.cutOff();
        });
    }

    /** Closes the database if it is open; never fails. */
    CompletionStage<Void> closeDatabase() {
        Optional<Database> open;
        synchronized (this) {
            open = database;
            database = Optional.empty();
        }
        return open.isEmpty() ? CompletableFuture.completedStage(null) : open.get().close().exceptionally(error -> {
            log.warn("actor {}: its database did not close cleanly", cell.specifier(), error);
            return null;
        });
    }
}
