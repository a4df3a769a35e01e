package rivet.inspector.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import rivet.error.ErrorCode;
import rivet.inspect.ActorInfo;
import rivet.inspect.ActorSearch;
import rivet.inspect.Inspection;
import rivet.value.Undefined;

/** Which actors there are, and what happens to them as wholes. */
final class ActorRoutes {

    private static final int MOST_ACTORS = 1_000;

    private final Inspection inspection;

    ActorRoutes(Inspection inspection) {
        this.inspection = inspection;
    }

    void addTo(Routes routes) {
        routes.add("GET actors", call -> inspection.search(search(call)).thenApply(Pictures::page))
            .add("POST actors", this::create)
            .add("GET actors/*", this::actor)
            .add("DELETE actors/*", call -> inspection.destroy(id(call)).thenApply(ActorRoutes::nothing))
            .add("POST actors/*/sleep", call -> inspection.sleep(id(call)).thenApply(ActorRoutes::nothing))
            .add("POST actors/*/wake", call -> inspection.inspect(id(call)).thenApply(ActorRoutes::nothing))
            .add("POST actors/*/reschedule", call -> inspection.reschedule(id(call)).thenApply(ActorRoutes::nothing))
            .add("GET actors/*/state", call -> inspection.state(id(call)).thenApply(Pictures::state));
    }

    static String id(Call call) {
        return call.path().get(1);
    }

    static Map<String, Object> nothing(Object done) {
        return Map.of();
    }

    static ActorSearch search(Call call) {
        return new ActorSearch(call.given("type"), call.given("namespace"), call.given("text"), call.given("condition").map(ActorRoutes::condition),
            call.given("after"), (int) Math.max(1, call.number("limit", 100, MOST_ACTORS)));
    }

    private static ActorSearch.Condition condition(String word) {
        try {
            return ActorSearch.Condition.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Call.invalid("condition must be awake, asleep or failed, not '" + word + "'");
        }
    }

    private CompletionStage<?> create(Call call) {
        Map<?, ?> body = call.object();
        List<String> key = call.list("key").stream().map(String::valueOf).toList();
        Object input = body.containsKey("input") ? body.get("input") : Undefined.UNDEFINED;
        return inspection.create(call.text("namespace"), call.text("type"), key, input).thenApply(Pictures::actor);
    }

    private CompletionStage<?> actor(Call call) {
        return inspection.actor(id(call)).thenApply(found -> found.filter(actor -> actor.status() != ActorInfo.Status.DESTROYED)
            .map(Pictures::actor).orElseThrow(() -> ErrorCode.ACTOR_NOT_FOUND.error("resource", "actor", "id", id(call))));
    }
}
