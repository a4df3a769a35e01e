package rivet.shell;

import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorInspection;
import rivet.inspect.Inspection;

/** {@code rivet:token}. */
@Component(service = InspectCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=token" })
public final class InspectCommands {

    private final Inspection inspection;
    private final Replies replies;
    private final ActorIds ids;

    @Activate
    public InspectCommands(@Reference Inspection inspection, @Reference Replies replies) {
        this.inspection = inspection;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
    }

    /** Shows what opens the inspector of an actor. */
    @Descriptor("show the token that opens the inspector of an actor, waking it if it sleeps")
    public String token(@Descriptor(ActorCommands.ID) String id) {
        return replies.run(() -> replies.await(inspection.inspect(ids.find(id).id()).thenCompose(ActorInspection::token)));
    }
}
