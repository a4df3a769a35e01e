package rivet.runtime.actor;

import java.util.Optional;

import rivet.error.ErrorCode;

/** Reads the state for somebody who looks. */
final class StateTask extends ResultTask<Object> {

    StateTask() {
        super("read state", Optional.empty());
    }

    @Override
    protected void body(Instance running) {
        if (!running.definition().hasState()) {
            throw ErrorCode.ACTOR_STATE_NOT_ENABLED.error();
        }
        result().complete(running.state().plain());
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        result().completeExceptionally(running.errorFor(thrown, what()));
    }
}
