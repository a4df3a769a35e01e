package rivet.shell;

import java.time.Clock;

import org.apache.felix.service.command.Converter;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.ActorInfo;
import rivet.inspect.Inspection;
import rivet.inspect.StateInfo;
import rivet.inspect.StuckTurn;
import rivet.inspect.TypeInfo;

/**
 * Prints what the commands return: {@code INSPECT} everything about it, {@code LINE} a row that aligns with others of its kind,
 * {@code PART} its id or name. It turns an id, or what stands for one, into an actor and back, so that what one command lists another one
 * takes.
 */
@Component(service = Converter.class, property = { "osgi.converter.classes=rivet.inspect.ActorInfo",
        "osgi.converter.classes=rivet.inspect.TypeInfo", "osgi.converter.classes=rivet.inspect.StuckTurn",
        "osgi.converter.classes=rivet.inspect.StateInfo", "osgi.converter.classes=rivet.shell.Json",
        "osgi.converter.classes=rivet.shell.Listing" })
public final class RecordConverter implements Converter {

    private final ActorIds ids;
    private final Inspection inspection;
    private final Clock clock;

    @Activate
    public RecordConverter(@Reference Inspection inspection, @Reference Replies replies) {
        this(inspection, replies, Clock.systemUTC());
    }

    RecordConverter(Inspection inspection, Replies replies, Clock clock) {
        this.ids = new ActorIds(inspection, replies);
        this.inspection = inspection;
        this.clock = clock;
    }

    /** Converts; null, Gogo's word for it, if this is none of ours. */
    @Override
    public Object convert(Class<?> type, Object value) throws Exception {
        if (type == String.class) {
            return part(value);
        }
        if (type == ActorInfo.class && value instanceof CharSequence text) {
            return ids.find(text.toString());
        }
        if (type == TypeInfo.class && value instanceof CharSequence text) {
            return inspection.types().stream().filter(info -> info.name().contentEquals(text)).findFirst().orElse(null);
        }
        return null;
    }

    /** Prints; null, Gogo's word for it, if this is none of ours. */
    @Override
    public CharSequence format(Object value, int level, Converter others) {
        return switch (value) {
            case Listing<?> listing -> listing.text();
            case Json json -> json(json.value(), level);
            case StateInfo state -> json(state.value(), level);
            case ActorInfo actor when level == INSPECT -> ActorText.all(actor, clock.instant());
            case ActorInfo actor when level == LINE -> ActorText.line(actor, clock.instant());
            case TypeInfo type when level == INSPECT -> TypeText.all(type);
            case TypeInfo type when level == LINE -> TypeText.line(type);
            case StuckTurn turn when level == INSPECT -> TurnText.all(turn);
            case StuckTurn turn when level == LINE -> TurnText.line(turn);
            case null, default -> part(value);
        };
    }

    private static String json(Object value, int level) {
        return level == INSPECT ? JsonText.pretty(value) : JsonText.compact(value);
    }

    private static String part(Object value) {
        return switch (value) {
            case ActorInfo actor -> actor.id();
            case StuckTurn turn -> turn.actorId();
            case TypeInfo type -> type.name();
            case Listing<?> listing -> String.join(" ", listing.toArray(new String[0]));
            case null, default -> null;
        };
    }
}
