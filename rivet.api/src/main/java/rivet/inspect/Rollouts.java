package rivet.inspect;

import java.util.List;

import org.osgi.annotation.versioning.ProviderType;

/**
 * How new code of actor types is rolled out. A service.
 * <p>
 * A start takes the best generation of the type's code that is there: highest bundle version, then service ranking. An actor that was there before and cannot be
 * started on it, because its migration, its check or a start hook fails, is started on the next best instead, with the state that it had, and the roll-out of the
 * better generation pauses: from then on actors start on the others first. It goes on when somebody says so, or when a generation that is better still comes.
 */
@ProviderType
public interface Rollouts {

    /**
     * Returns the generations of a type's code, best first.
     *
     * @throws rivet.error.RivetException {@code actor.not_registered} if the type was never there
     */
    List<TypeVersion> versions(String type);

    /**
     * Ends the pauses of a type's roll-outs: each actor takes the best generation at its next start. Leaves an audit line in the log.
     *
     * @return how many generations had been paused
     * @throws rivet.error.RivetException {@code actor.not_registered} if the type was never there
     */
    int resume(String type);
}
