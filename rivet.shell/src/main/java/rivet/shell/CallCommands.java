package rivet.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.error.ErrorCode;
import rivet.inspect.Inspection;
import rivet.inspect.StateInfo;

/** {@code rivet:call} and {@code rivet:state}. */
@Component(service = CallCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=call",
        "osgi.command.function=state" })
public final class CallCommands {

    private final Inspection inspection;
    private final Replies replies;
    private final ActorIds ids;

    @Activate
    public CallCommands(@Reference Inspection inspection, @Reference Replies replies) {
        this.inspection = inspection;
        this.replies = replies;
        this.ids = new ActorIds(inspection, replies);
    }

    /** Calls an action that has no arguments. */
    @Descriptor("call an action without arguments, waking the actor if it sleeps; print the result as JSON")
    public Json call(@Descriptor(ActorCommands.ID) String id, @Descriptor("the action") String action) {
        return call(id, action, List.of());
    }

    /** Calls an action. (The first argument stands alone because Gogo would spread a list over the array: [1 2] must not become 1 2.) */
    @Descriptor("call an action, waking the actor if it sleeps; print the result as JSON")
    public Json call(@Descriptor(ActorCommands.ID) String id, @Descriptor("the action") String action,
            @Descriptor("all arguments as '[\"a\", 1]', or the first one: "
                + "JSON in single quotes, a number, true, false, null, or a word") Object argument,
            @Descriptor("the other arguments") Object... more) {
        List<Object> arguments = new ArrayList<>(Arrays.asList(more));
        arguments.addFirst(argument);
        return call(id, action, arguments);
    }

    /** Shows an actor's state, without waking it; {@code actor.state_not_enabled} if it has none. */
    @Descriptor("print an actor's state as JSON, without waking it")
    public StateInfo state(@Descriptor(ActorCommands.ID) String id) {
        return replies.run(() -> {
            StateInfo state = replies.await(inspection.state(ids.find(id).id()));
            if (!state.enabled()) {
                throw ErrorCode.ACTOR_STATE_NOT_ENABLED.error();
            }
            return state;
        });
    }

    private Json call(String id, String action, List<Object> given) {
        return replies.run(() -> {
            List<Object> arguments = Arguments.of(given, CommandLine.typed());
            return new Json(replies.await(inspection.call(ids.find(id).id(), action, arguments)));
        });
    }
}
