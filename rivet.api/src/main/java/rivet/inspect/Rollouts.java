package rivet.inspect;

import java.util.List;
import java.util.Optional;

import org.osgi.annotation.versioning.ProviderType;

/**
 * How new code of actor types is rolled out. A service.
 * <p>
 * A start takes the best generation of the type's code that is there: highest bundle version, then service ranking. An actor that was there before and cannot be
 * started on it, because its migration, its check or a start hook fails, is started on the next best instead, with the state that it had, and the roll-out of the
 * better generation pauses: from then on actors are given to the others first. It goes on when somebody says so, or when a generation that is better still comes.
 * <p>
 * Awake actors are moved from one generation to another without their clients noticing more than a pause: what is called meanwhile is held, sockets stay, and so do
 * the states and subscriptions of connections. Commands leave an audit line in the log; they return at once, and {@link #rollout} shows what comes of them.
 * <p>
 * Pauses, their reasons and the latest roll-out of each type are kept over a restart of the process. A pause ends with the code that it is about: when its bundle goes
 * while the process runs, or comes with other content.
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
     * Returns how the latest roll-out of a type stands; empty if none was begun since this process started.
     *
     * @throws rivet.error.RivetException {@code actor.not_registered} if the type was never there
     */
    Optional<Rollout> rollout(String type);

    /**
     * Has the actors of a type run a version: ends its pause, passes over every version that is better until told otherwise, and moves the awake actors at a pace. An
     * earlier roll-out of the type is over then. Actors whose state is of a version that this code cannot read stay where they are.
     *
     * @param version version of a bundle that is there; of several with the same version the one with the highest ranking
     * @throws rivet.error.RivetException {@code actor.not_registered} if the type was never there, {@code rollout.version_not_found} if that version is not
     */
    Rollout rollOut(String type, String version, Pace pace);

    /**
     * Pauses the roll-out of the version that actors are given now: those on it stay, no other actor is given it that other code can run.
     *
     * @param reason for people
     * @throws rivet.error.RivetException {@code actor.not_registered} if the type was never there, {@code rollout.no_other_version} if there is no other code
     */
    Rollout pause(String type, String reason);

    /**
     * Ends the pauses of a type's roll-outs: each actor takes the best generation at its next start, and the awake ones are moved to it at the pace of the latest
     * roll-out.
     *
     * @return how many generations had been paused
     * @throws rivet.error.RivetException {@code actor.not_registered} if the type was never there
     */
    int resume(String type);

    /**
     * Goes back from the version that actors are given now to the next best: all awake actors are moved to that at once, and the newer is passed over until
     * {@link #resume} or {@link #rollOut} says otherwise. Actors whose state only the newer code can read stay on it.
     *
     * @throws rivet.error.RivetException {@code actor.not_registered} if the type was never there, {@code rollout.no_other_version} if there is no other code
     */
    Rollout rollBack(String type);

    /**
     * Returns what happened to the code of a type, newest first: what came and went, when, by what, how many actors were moved. It is kept over restarts; the newest 100
     * events of each type are.
     *
     * @throws rivet.error.RivetException {@code actor.not_registered} if nothing is known of the type
     */
    List<RolloutEvent> history(String type);

    /**
     * Returns the same, for the history to say who acts.
     *
     * @param user name of a user
     */
    Rollouts by(String user);
}
