package rivet.runtime.actor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** Reads the state for somebody who looks. */
final class StateTask extends ActorTask {

    private final CompletableFuture<Object> result = new CompletableFuture<>();

    StateTask() {
        super("read state", Optional.empty());
    }

    CompletionStage<Object> result() {
        return result;
    }

    @Override
    protected void body(Instance running) {
        if (!running.definition().hasState()) {
            throw ErrorCode.ACTOR_STATE_NOT_ENABLED.error();
        }
        result.complete(running.state().plain());
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        result.completeExceptionally(running.errorFor(thrown, what()));
    }

    @Override
    protected void refused(RivetException reason) {
        result.completeExceptionally(reason);
    }
}
