package rivet.runtime.actor;

import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.type.ActorOptions;
import rivet.runtime.type.Factories;
import rivet.runtime.type.FactoryGeneration;

/**
 * The first calls of an actor that has come to better code, by a move or because its state was migrated: if too many of them fail with what the code did not mean to throw,
 * the roll-out of the code pauses, and the actor goes back to the code before if that is still there and can read the state. What was acknowledged meanwhile stays: the way
 * back is a move like any other, not a return to an older state. An actor whose state was migrated and committed therefore stays where it is, and the operator decides.
 * <p>
 * Used by the thread that holds the turn, but for {@link #begin}, which comes before the first call.
 */
final class Probation {

    private static final Logger log = LoggerFactory.getLogger(Probation.class);

    private final Instance instance;
    private final Cell cell;
    private final ActorOptions.Probation limits;
    private volatile boolean open;
    private long begun;
    private int calls;
    private int errors;

    Probation(Instance instance) {
        this.instance = instance;
        cell = instance.cell();
        limits = instance.code().options().probation();
    }

    /** The actor is new to this code. */
    void begin() {
        begun = cell.platform().time().nanos();
        open = limits.calls() > 0;
    }

    /** A call has ended, well or not. */
    void ended() {
        if (open) {
            calls++;
            open = calls < limits.calls() && cell.platform().time().nanos() - begun < limits.time().toNanos();
        }
    }

    /** A call has failed. Before {@link #ended}. */
    void failed(RivetException error) {
        if (open && error.is(ErrorCode.RIVETKIT_INTERNAL_ERROR) && ++errors > limits.errors()) {
            open = false;
            String what = errors + " of its first " + (calls + 1) + " calls failed, the last with " + Optional.ofNullable(error.getCause()).orElse(error);
            cell.platform().actorThreads().execute(() -> over(what)); // not in this turn, which a move would wait for
        }
    }

    private void over(String what) {
        Factories factories = cell.platform().factories();
        FactoryGeneration code = instance.code();
        Optional<FactoryGeneration> before = factories.candidates(cell.typeName()).stream()
            .filter(other -> code.isBetterThan(other) && factories.paused(other).isEmpty()).findFirst();
        if (before.isEmpty()) {
            log.warn("actor {} ({}): {} on {}, and there is no code to go back to", cell.specifier(), cell.typeName(), what, code.origin());
            return;
        }
        boolean first = factories.pause(code, before.get(), "actor " + cell.start().actorId() + ": " + what);
        boolean readable = code.options().stateVersion() <= before.get().options().stateVersion();
        log.warn("actor {} ({}): {} on {}; {}{}", cell.specifier(), cell.typeName(), what, code.origin(),
            readable ? "it goes back to " + before.get().origin() : "it stays, as only that code can read its state", first ? "; the roll-out is paused" : "");
        if (readable) {
            cell.move().exceptionally(error -> {
                log.debug("actor {} came to its end on its way back", cell.specifier(), error);
                return code;
            });
        }
    }
}
