package rivet.shell;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.RolloutEvent;
import rivet.inspect.Rollouts;
import rivet.inspect.TypeVersion;

/** {@code rivet:versions}, {@code rivet:rollout} and {@code rivet:history}. */
@Component(service = RolloutCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=versions", "osgi.command.function=rollout",
        "osgi.command.function=history" })
public final class RolloutCommands {

    private final Rollouts rollouts;
    private final Replies replies;

    @Activate
    public RolloutCommands(@Reference Rollouts rollouts, @Reference Replies replies) {
        this.rollouts = rollouts;
        this.replies = replies;
    }

    /** Lists the generations of a type's code; {@code actor.not_registered} if there is no such type. */
    @Descriptor("list the versions of an actor type's code, best first, how many actors are awake on each, and whether its roll-out is paused")
    public Listing<TypeVersion> versions(@Descriptor("name of the type") String type) {
        return replies.run(() -> VersionText.list(rollouts.versions(type)));
    }

    /** Lists what happened to a type's code; {@code actor.not_registered} if nothing is known of it. */
    @Descriptor("list what happened to the code of an actor type, newest first: what came and went, when, by what, and how many actors were moved")
    public Listing<RolloutEvent> history(@Descriptor("name of the type") String type) {
        return replies.run(() -> HistoryText.list(rollouts.history(type)));
    }

    /** Shows how the roll-out of a type stands, after a version was rolled out or it was paused, resumed or rolled back, if so asked. */
    @Descriptor("show how the roll-out of an actor type stands, roll a version out, pause it, go on with it, or go back")
    public Listing<TypeVersion> rollout(
            @Descriptor("no further actor is given the version that actors are given now")
            @Parameter(names = { "-p", "--pause" }, presentValue = "true", absentValue = "false") boolean pause,
            @Descriptor("go on: actors are given the best version again")
            @Parameter(names = { "-r", "--resume" }, presentValue = "true", absentValue = "false") boolean resume,
            @Descriptor("go back to the next best version at once")
            @Parameter(names = { "-b", "--rollback" }, presentValue = "true", absentValue = "false") boolean rollback,
            @Descriptor("how fast awake actors are moved to the version: all, so many each second as in 5/s, or sleep for when they sleep (all)")
            @Parameter(names = { "-s", "--pace" }, absentValue = "") String pace,
            @Descriptor("name of the type") String type, @Descriptor("version of its bundle that actors are to run, if it is to be rolled out") String... version) {
        return replies.run(() -> {
            if (version.length > 1 || (pause ? 1 : 0) + (resume ? 1 : 0) + (rollback ? 1 : 0) + version.length > 1) {
                throw CommandFailed.input("a version, --pause, --resume or --rollback: one of them");
            }
            if (version.length == 0 && !pace.isEmpty()) {
                throw CommandFailed.input("--pace is for a version that is rolled out");
            }
            if (version.length == 1) {
                operator().rollOut(type, version[0], Paces.parse(pace.isEmpty() ? "all" : pace));
            } else if (pause) {
                operator().pause(type, "paused by " + user());
            } else if (resume) {
                operator().resume(type);
            } else if (rollback) {
                operator().rollBack(type);
            }
            return standing(type);
        });
    }

    private Listing<TypeVersion> standing(String type) {
        Listing<TypeVersion> versions = VersionText.list(rollouts.versions(type));
        return rollouts.rollout(type).map(rollout -> versions.note(VersionText.progress(rollout))).orElse(versions);
    }

    private Rollouts operator() {
        return rollouts.by(user());
    }

    /** Whoever is at the terminal may use this process: so it is the user whose process it is. */
    private static String user() {
        return System.getProperty("user.name", "operator");
    }
}
