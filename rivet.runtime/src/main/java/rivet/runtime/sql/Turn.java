package rivet.runtime.sql;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

import rivet.error.RivetException;
import rivet.spi.storage.Transaction;

/** What the SQL of an actor needs of the instance in whose turns it runs. Called by the thread that holds the turn. */
public interface Turn {

    /**
     * Checks that the calling thread may use the database.
     *
     * @throws RivetException {@code actor.wrong_thread} or {@code actor.aborted}
     */
    void check(String operation);

    /**
     * Checks that the instance has not ended.
     *
     * @throws RivetException {@code actor.aborted}
     */
    void checkAlive();

    /** Returns the actor, as log lines name it. */
    String actor();

    /** Returns what the turn belongs to: the same object in all turns of an action. */
    Object task();

    /** Returns why the task was interrupted, if it was and has not noticed. */
    Optional<RivetException> interruption();

    /** Returns whether everything that a turn changes is committed together: durability {@code turn}. */
    boolean isAtomic();

    /** Returns the turn's own transaction, if it is open. */
    Optional<Transaction> transaction();

    /** Returns the turn's own transaction, opening it if need be. */
    Transaction open();

    /** What the turn changed so far was undone behind the back of its code: it fails in the end, as far as its changes are committed together. */
    void fail(RivetException cause);

    /**
     * Hands over what the turn changed so far, as its end would.
     *
     * @param withState whether the state has to be stored with it, whatever the durability
     */
    void commitSoFar(boolean withState);

    /** Saves the state before anything that is handed over later; with durability {@code turn} it is saved already when the turn is. */
    void saveState();

    /** Undoes what the turn changed so far, as far as that is committed together. */
    void undo(RivetException cause);

    /** What the turn changed is part of what was committed under this number. */
    void changedIn(long number);

    /** Await point. */
    void await(String operation, CompletionStage<?> stage);

    /** Returns the error with the actor's name in it. */
    RivetException named(RivetException error);

    /** Returns how much the turn has gathered so far. */
    Mark mark();

    /** Takes away what was gathered since. */
    Part cut(Mark since);

    /** Gathers what was taken away. */
    void add(Part part);

    /** Begins to remember what state and connection states were. */
    StateMemory remember();

    /** Begins to keep changes of state and connection states apart from what others see. */
    StateOverlay overlay();

    /**
     * How much was gathered.
     *
     * @param outputs so many outputs
     * @param rows so many rows of the platform
     */
    record Mark(int outputs, int rows) {}
}
