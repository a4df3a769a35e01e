package rivet.shell;

import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorInfo;
import rivet.inspect.Inspection;
import rivet.inspect.StuckTurn;

/** {@code rivet:top} and {@code rivet:stuck}. */
@Component(service = LoadCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=top",
        "osgi.command.function=stuck" })
public final class LoadCommands {

    private final Inspection inspection;
    private final Replies replies;

    @Activate
    public LoadCommands(@Reference Inspection inspection, @Reference Replies replies) {
        this.inspection = inspection;
        this.replies = replies;
    }

    /** Lists the busiest actors; times and counts are since the actor's start. */
    @Descriptor("list the awake actors that spent most time in turns; what they did is counted from their start")
    public Listing<ActorInfo> top(
            @Descriptor("at most so many, 1 to 1000 (20)") @Parameter(names = { "-l", "--limit" }, absentValue = "20") int limit) {
        return replies.run(() -> {
            Limits.check(limit);
            return ActorText.load(inspection.busiest(limit));
        });
    }

    /** Lists turns that run too long. */
    @Descriptor("list turns that run too long or were abandoned, with their stacks")
    public Listing<StuckTurn> stuck() {
        return replies.run(() -> TurnText.list(inspection.stuck()));
    }
}
