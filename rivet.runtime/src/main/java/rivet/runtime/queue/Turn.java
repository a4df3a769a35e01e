package rivet.runtime.queue;

import java.util.List;
import java.util.concurrent.CompletionStage;

import rivet.runtime.store.Output;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** What the queue of an actor needs of the instance in whose turns it is used. Called by the thread that holds the turn. */
public interface Turn {

    /**
     * Checks that the calling thread may use the queue.
     *
     * @throws rivet.error.RivetException {@code actor.wrong_thread}, {@code actor.aborted}, or {@code actor.invalid_operation} inside a transaction
     *         with await points
     */
    void check(String operation);

    /** Returns what the turn belongs to: the same object in all turns of an action. */
    Object task();

    /** Returns whether the turn belongs to the run handler. */
    boolean isRun();

    /** Returns whether the actor was told to stop. */
    boolean stopping();

    /** Runs something in a turn of its own when the actor is told to stop. */
    void onStop(Runnable listener);

    /** Runs something in a turn of its own, unless the instance ends before. */
    void later(Runnable work);

    /** The run handler begins (1) or ceases (-1) to wait for a message, which keeps nobody awake. */
    void rests(int change);

    /** Await point. */
    void await(String operation, CompletionStage<?> stage);

    /** A message was put into the queue. */
    void sent();

    /** A message was taken from the queue. */
    void received();

    /** Adds a row to what the turn will commit. */
    void row(Statement row);

    /**
     * Reads what is stored and what this turn wrote. No await point.
     *
     * @throws rivet.error.RivetException {@code sqlite.execution_failed}, or {@code sqlite.writer_busy} while somebody's transaction with await points is open
     */
    List<Result> read(List<Statement> queries);

    /** Returns a stage that completes when this turn is durable. */
    CompletionStage<Void> saved();

    /** Lets something out at the end of the turn. */
    void output(Output output);
}
