package rivet.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;

import rivet.error.RivetException;
import rivet.inspect.ActorFilter;
import rivet.inspect.ActorInfo;
import rivet.inspect.Inspection;

/**
 * Finds the actor that somebody means: by its id, by the beginning of an id that no other actor's id has, or by {@code TYPE},
 * {@code TYPE/PART} or {@code TYPE/PART,PART} in the default namespace. What fits several actors fails with
 * {@code validation.invalid_input} and lists them, what fits none with {@code actor.not_found}.
 */
final class ActorIds {

    static final String DEFAULT_NAMESPACE = "default";

    private static final Pattern ID = Pattern.compile("[0-9a-z]{30}");
    private static final Pattern BEGINNING = Pattern.compile("[0-9a-z]{1,29}");
    private static final int SHOWN = 10;

    private final Inspection inspection;
    private final Replies replies;

    ActorIds(Inspection inspection, Replies replies) {
        this.inspection = inspection;
        this.replies = replies;
    }

    ActorInfo find(String text) throws InterruptedException, ExecutionException {
        if (ID.matcher(text).matches()) {
            return replies.await(inspection.actor(text)).orElseThrow(() -> notFound("no actor has the id '" + text + "'"));
        }
        Map<String, ActorInfo> found = new LinkedHashMap<>();
        if (BEGINNING.matcher(text).matches()) {
            ActorFilter filter = new ActorFilter(Optional.empty(), Optional.empty(), Optional.of(text), SHOWN + 1);
            replies.await(inspection.actors(filter)).forEach(actor -> found.put(actor.id(), actor));
        }
        if (text.contains("/") || inspection.types().stream().anyMatch(type -> type.name().equals(text))) {
            byKey(text).ifPresent(actor -> found.put(actor.id(), actor));
        }
        return switch (found.size()) {
            case 0 -> throw notFound("no actor's id begins with '" + text + "', and none in namespace " + DEFAULT_NAMESPACE
                + " is called so (TYPE/KEY,KEY)");
            case 1 -> found.values().iterator().next();
            default -> throw ambiguous(text, List.copyOf(found.values()));
        };
    }

    private Optional<ActorInfo> byKey(String text) throws InterruptedException, ExecutionException {
        int slash = text.indexOf('/');
        String type = slash < 0 ? text : text.substring(0, slash);
        List<String> key = slash < 0 || slash == text.length() - 1 ? List.of() : List.of(text.substring(slash + 1).split(",", -1));
        return replies.await(inspection.actor(DEFAULT_NAMESPACE, type, key));
    }

    private static RivetException ambiguous(String text, List<ActorInfo> found) {
        List<ActorInfo> shown = new ArrayList<>(found.subList(0, Math.min(SHOWN, found.size())));
        return CommandFailed.input("'" + text + "' fits " + (found.size() > SHOWN ? "more than " + SHOWN : found.size())
            + " actors, say more of the id:\n" + ActorText.names(shown) + (found.size() > SHOWN ? "\nand more" : ""));
    }

    private static RivetException notFound(String message) {
        return new RivetException("actor", "not_found", message);
    }
}
