package rivet.shell;

import org.apache.felix.service.command.Descriptor;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.error.ErrorCode;
import rivet.inspect.Inspection;
import rivet.inspect.TypeInfo;

/** {@code rivet:types}. */
@Component(service = TypeCommands.class, property = { "osgi.command.scope=rivet", "osgi.command.function=types" })
public final class TypeCommands {

    private final Inspection inspection;
    private final Replies replies;

    @Activate
    public TypeCommands(@Reference Inspection inspection, @Reference Replies replies) {
        this.inspection = inspection;
        this.replies = replies;
    }

    /** Lists the types: one line for each factory, the best first. */
    @Descriptor("list the actor types, the bundles that have them, best first, and how many actors are awake on each")
    public Listing<TypeInfo> types() {
        return replies.run(() -> TypeText.list(inspection.types()));
    }

    /** Shows one type; {@code actor.not_registered} if there is none. */
    @Descriptor("show everything about one actor type")
    public TypeInfo types(@Descriptor("name of the type") String type) {
        return replies.run(() -> inspection.types().stream().filter(info -> info.name().equals(type)).findFirst()
            .orElseThrow(() -> ErrorCode.ACTOR_NOT_REGISTERED.error("name", type)));
    }
}
