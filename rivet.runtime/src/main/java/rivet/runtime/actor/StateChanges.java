package rivet.runtime.actor;

import rivet.error.ErrorCode;
import rivet.protocol.value.CborValues;

/**
 * Tells an actor that has a hook for it when a turn changed its state: once, at the end of the turn, before the change is stored (R-state-50 to R-state-54). Used by the
 * thread that holds the turn.
 */
final class StateChanges {

    private static final String HOOK = "onStateChange";

    private final Instance instance;
    private long known;
    private boolean telling;

    StateChanges(Instance instance) {
        this.instance = instance;
    }

    private boolean wanted() {
        return instance.definition().hasState() && instance.definition().overrides(HOOK);
    }

    /** The state as it is now is no news: it is what the instance started with, or went back to. */
    void begin() {
        if (wanted()) {
            known = instance.state().revision(true);
        }
    }

    /**
     * A turn ends.
     *
     * @param sawState whether its code may hold the state
     */
    void turnEnded(boolean sawState) {
        if (!wanted()) {
            return;
        }
        long now = instance.state().revision(sawState);
        if (now == known) {
            return;
        }
        known = now;
        byte[] told = instance.state().encoded();
        tell();
        if (instance.state().revision(true) != known) {
            takeBack(told);
        }
    }

    private void tell() {
        telling = true;
        try {
            instance.hooks().onStateChange(instance.state().get());
        } catch (Throwable thrown) {
            Failures.log(thrown, instance.cell().specifier(), HOOK);
        } finally {
            telling = false;
        }
    }

    /** The hook changed the state in place, which nothing could keep it from. */
    private void takeBack(byte[] told) {
        Failures.log(ErrorCode.ACTOR_STATE_MUTATION_REENTRANT.error(), instance.cell().specifier(), HOOK);
        instance.state().set(instance.code().mapper().fromPlain(CborValues.decode(told), instance.definition().stateType(), "state"));
        known = instance.state().revision(true);
    }

    /** Returns whether the hook is running. */
    boolean telling() {
        return telling;
    }

    /**
     * Checks that the state may be replaced.
     *
     * @throws rivet.error.RivetException {@code actor.state_mutation_reentrant} (R-state-51)
     */
    void checkMayChange() {
        if (telling) {
            throw ErrorCode.ACTOR_STATE_MUTATION_REENTRANT.error();
        }
    }
}
