package rivet.runtime.actor;

import java.util.Optional;

import rivet.error.RivetException;
import rivet.runtime.store.Output;

/**
 * Looks into an instance, or changes it, for somebody outside. The result leaves as a reply of the actor would; that of a change when it is stored,
 * whatever the durability of the actor. It comes on a thread of its own.
 *
 * @param <T> the result
 */
final class InspectTask<T> extends ResultTask<T> {

    /** What is done in the turn. */
    interface Work<T> {

        T in(Instance running) throws Exception;
    }

    private final boolean changes;
    private final Work<T> work;

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
        result().completeExceptionally(running.errorFor(thrown, what()));
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
            from.cell().platform().actorThreads().execute(() -> result().complete(value));
        }

        @Override
        public void fail(RivetException error) {
            result().completeExceptionally(error);
        }
    }
}
