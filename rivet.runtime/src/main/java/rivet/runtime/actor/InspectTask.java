package rivet.runtime.actor;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.runtime.store.Output;

/**
 * Looks into an instance, or changes it, for somebody outside. The result leaves as a reply of the actor would; that of a change when it is stored,
 * whatever the durability of the actor.
 *
 * @param <T> the result
 */
final class InspectTask<T> extends ActorTask {

    /** What is done in the turn. */
    interface Work<T> {

        T in(Instance running) throws Exception;
    }

    private final boolean changes;
    private final Work<T> work;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    private InspectTask(String what, boolean changes, Work<T> work) {
        super(what, Optional.empty());
        this.changes = changes;
        this.work = work;
    }

    static <T> InspectTask<T> look(String what, Work<T> work) {
        return new InspectTask<>(what, false, work);
    }

    static <T> InspectTask<T> change(String what, Work<T> work) {
        return new InspectTask<>(what, true, work);
    }

    /** Returns the result; it comes on a thread of its own. */
    CompletionStage<T> result() {
        return result;
    }

    /** Returns whether all is as it was before. */
    boolean onlyLooks() {
        return !changes;
    }

    @Override
    protected boolean isWork() {
        return true;
    }

    @Override
    protected void body(Instance running) throws Exception {
        Told told = new Told(running, work.in(running));
        if (changes) {
            running.scope().saved(told);
        } else {
            running.output(told);
        }
    }

    @Override
    protected void failed(Instance running, Throwable thrown) {
        result.completeExceptionally(running.errorFor(thrown, what()));
    }

    @Override
    protected void cutOff(RivetException reason) {
        result.completeExceptionally(reason);
    }

    @Override
    protected void refused(RivetException reason) {
        result.completeExceptionally(reason);
    }

    /** The result on its way out. */
    private final class Told implements Output {

        private final Instance from;
        private final T value;

        Told(Instance from, T value) {
            this.from = from;
            this.value = value;
        }

        @Override
        public void release() {
            from.cell().platform().actorThreads().execute(() -> result.complete(value));
        }

        @Override
        public void fail(RivetException error) {
            result.completeExceptionally(error);
        }
    }
}
