package rivet.runtime.actor;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.meter.TaskKind;

/** Work that an actor runs beside its other turns. */
final class ForkTask<T> extends ResultTask<T> {

    private final Callable<T> work;

    ForkTask(String what, Callable<T> work, Optional<Conn> connection) {
        super(what, connection);
        this.work = work;
    }

    /** Queues it behind all that waits. The result fails if the instance takes no more, or too much waits. */
    CompletableFuture<T> submitTo(Instance instance) {
        try {
            instance.inbox().offer(this).ifPresentOrElse(Runnable::run, () -> refused(ErrorCode.ACTOR_ABORTED.error()));
        } catch (RivetException overloaded) {
            refused(overloaded);
        }
        return result();
    }

    @Override
    protected TaskKind kind() {
        return TaskKind.REGISTERED_TASK;
    }

    @Override
    protected boolean outlivesInstance() {
        return false;
    }

    @Override
    protected void body(Instance running) throws Exception {
        result().complete(work.call());
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        result().completeExceptionally(thrown);
    }
}
