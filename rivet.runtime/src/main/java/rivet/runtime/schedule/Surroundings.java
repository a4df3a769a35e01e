package rivet.runtime.schedule;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import rivet.actor.FireInfo;
import rivet.error.RivetException;
import rivet.spi.storage.Result;
import rivet.spi.storage.Statement;

/** The instance whose code schedules something, and its turn. */
public interface Surroundings {

    /**
     * Checks that the calling thread may use the context.
     *
     * @throws RivetException {@code actor.wrong_thread} or {@code actor.aborted}
     */
    void check(String operation);

    /** Returns a new id for a call, a UUID. */
    String newId();

    /** Maps arguments to plain values. */
    List<Object> plain(Object... args);

    /** Returns how many calls and jobs there may be. */
    int most();

    /**
     * Runs a query: in the transaction of the turn, or in the one over await points that its task has open.
     *
     * @param before gives what the turn has to store first, in the former case
     * @throws RivetException {@code sqlite.writer_busy} if somebody else has a transaction over await points open
     */
    Result read(Supplier<List<Statement>> before, Statement query);

    /** Returns what is known of the run that the turn belongs to. */
    Optional<FireInfo> current();
}
