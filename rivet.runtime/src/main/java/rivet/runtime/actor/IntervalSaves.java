package rivet.runtime.actor;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.RivetException;
import rivet.runtime.store.LooseWrites;
import rivet.runtime.store.Output;
import rivet.runtime.store.SaveRequests;
import rivet.runtime.store.SaveRequests.Save;
import rivet.runtime.time.Time;
import rivet.spi.storage.Commit;

/**
 * Saves the state of an actor with durability {@code interval}: when {@link SaveRequests} says so, in a turn of its own, so that the bytes are the state as some
 * turn left it; or at the end of the turn that asks for it. A save that fails is repeated with the state as it is by then (R-state-15).
 * <p>
 * Used by the thread that holds the turn, but for what hears of timers and of the end of a save.
 */
final class IntervalSaves {

    private static final Logger log = LoggerFactory.getLogger(IntervalSaves.class);

    private final Instance instance;
    private final LooseWrites writes;
    private final SaveRequests requests;

    private boolean seen;
    private boolean withRows;
    private boolean begun;
    /** The end of the current turn saves, so nobody else needs to. */
    private volatile boolean atEndOfTurn;
    /** The last save of all, when it is under way. */
    private final CompletableFuture<Void> last = new CompletableFuture<>();
    private volatile long lastNumber = Long.MAX_VALUE;

    IntervalSaves(Instance instance, LooseWrites writes, Time time, Duration interval) {
        this.instance = instance;
        this.writes = writes;
        requests = new SaveRequests(time, interval, this::due);
    }

    /** Returns the record of what was asked for. */
    SaveRequests requests() {
        return requests;
    }

    /** Makes the end of this turn save the state; the stage completes when the state as it is then is on disk. */
    CompletionStage<Void> now() {
        atEndOfTurn = true;
        return requests.saved(requests.requestNow());
    }

    /** Makes the end of this turn store the state together with the turn's rows, as one. */
    void withRows() {
        withRows = true;
    }

    /**
     * Hears that a turn ended.
     *
     * @param sawState whether its code may hold the state
     * @return the state if it is to be stored with the turn's rows
     */
    Optional<byte[]> turnEnded(boolean sawState) {
        StateHolder state = instance.state();
        seen |= sawState;
        if (state.mayHaveChanged(sawState)) {
            requests.request(); // one for all changes of the turn (R-state-50)
        }
        if (withRows) {
            withRows = false;
            return savedWithRows(sawState);
        }
        if (atEndOfTurn && !instance.sql().transactions().holdsState()) {
            atEndOfTurn = false;
            requests.begin().ifPresent(save -> save(save, sawState));
        }
        return Optional.empty();
    }

    private Optional<byte[]> savedWithRows(boolean sawState) {
        Optional<byte[]> changed = instance.state().changes(seen, false);
        seen = sawState;
        requests.begin().ifPresent(save -> instance.scope().saved(new Output() {
            @Override
            public void release() {
                requests.completed(save);
            }

            @Override
            public void fail(RivetException error) {
                requests.failed(save);
            }
        }));
        return changed;
    }

    /** Returns whether a save was begun at the end of this turn; once. */
    boolean begun() {
        boolean one = begun;
        begun = false;
        return one;
    }

    private void save(Save save, boolean sawState) {
        begun = true;
        Optional<byte[]> changed;
        try {
            changed = instance.state().changes(seen, save.rewrite());
        } catch (RuntimeException e) {
            log.error("actor {} ({}): its state cannot be encoded, so it is not saved", instance.cell().specifier(), instance.cell().typeName(), e);
            failed(save);
            return;
        }
        seen = sawState; // code that still runs may change it later
        if (changed.isEmpty()) {
            completed(save);
            return;
        }
        writes.save(changed.get()).whenComplete((result, error) -> {
            switch (result) {
                case Commit.Committed c -> completed(save);
                case Commit.NotCommitted(var cause) -> failed(save, cause);
                case Commit.Unknown(var cause) -> failed(save, cause); // writing it once more does no harm
                case null -> failed(save, error);
            }
        });
    }

    private void completed(Save save) {
        requests.completed(save);
        attempted(save);
    }

    private void failed(Save save, Throwable cause) {
        log.warn("actor {} ({}): its state could not be saved; that is tried again", instance.cell().specifier(), instance.cell().typeName(), cause);
        failed(save);
    }

    private void failed(Save save) {
        requests.failed(save);
        attempted(save);
    }

    private void attempted(Save save) {
        if (save.covers() >= lastNumber) {
            last.complete(null);
        }
    }

    private void due() {
        if (!atEndOfTurn) {
            instance.submitUnlimited(new PlatformTask("save", running -> atEndOfTurn = true));
        }
    }

    /** Saves what is not saved yet, once: the stage completes when that was tried. Not in a turn (R-state-43, R-state-54). */
    CompletionStage<Void> flush() {
        lastNumber = requests.newest() + 1; // whatever save covers that takes the state later than now
        requests.requestNow();
        return last;
    }

    /** Nothing is saved any more; who waits for a save hears why (R-state-16). */
    void close(RivetException reason) {
        requests.close(reason);
        last.complete(null);
    }
}
