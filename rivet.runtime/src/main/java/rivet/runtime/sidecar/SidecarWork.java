package rivet.runtime.sidecar;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.actor.TransactionOptions;
import rivet.error.RivetException;
import rivet.runtime.store.Output;
import rivet.spi.storage.Result;

/** What the socket needs of the actor. */
public interface SidecarWork {

    /** Queues work for turns of the actor, behind all that waits. From any thread; the result fails if the actor takes no more, or ends before. */
    <T> CompletableFuture<T> submit(Callable<T> work);

    /** Await point of work that was submitted. */
    void await(CompletionStage<?> stage);

    /** Lets something out once what the current turn and those before it changed is durable. */
    void output(Output output);

    /**
     * Runs statements, in the transaction of the work that runs. Returns the last result that has columns, with the changes of all.
     *
     * @throws RivetException as {@link rivet.actor.Sql} says
     */
    Result run(String sql, List<Object> params);

    /** Runs work as a transaction of SQL, see {@link rivet.actor.Sql#transaction}. */
    void transaction(TransactionOptions options, Runnable work);
}
