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

    /** Shows how the roll-out of a type stands, after it was resumed if so asked. */
    @Descriptor("show how the roll-out of an actor type stands, or go on with it")
    public Listing<TypeVersion> rollout(
            @Descriptor("go on: actors take the best version at their next start")
            @Parameter(names = { "-r", "--resume" }, presentValue = "true", absentValue = "false") boolean resume,
            @Descriptor("name of the type") String type) {
        return replies.run(() -> {
            if (resume) {
                rollouts.by(System.getProperty("user.name", "operator")).resume(type);
            }
            return VersionText.list(rollouts.versions(type));
        });
    }
}
