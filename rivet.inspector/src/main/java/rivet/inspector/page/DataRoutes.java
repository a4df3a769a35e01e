package rivet.inspector.page;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

import rivet.inspect.ActorInspection;
import rivet.inspect.Inspection;
import rivet.inspector.Shapes;
import rivet.value.Undefined;

/** What is inside one actor, which is woken for it. */
final class DataRoutes {

    private static final int MOST = 1_000;
    private static final int MOST_MESSAGES = 200;
    private static final int MOST_ROWS = 500;

    private final Inspection inspection;

    DataRoutes(Inspection inspection) {
        this.inspection = inspection;
    }

    void addTo(Routes routes) {
        routes.add("GET actors/*/snapshot", inside((actor, call) -> actor.snapshot().thenApply(Pictures::snapshot)))
            .add("PUT actors/*/state", inside((actor, call) -> actor.setState(call.object().get("state")).thenApply(ActorRoutes::nothing)))
            .add("POST actors/*/actions/*", inside(DataRoutes::call))
            .add("GET actors/*/queue", inside((actor, call) -> actor.queue((int) call.number("limit", 200, MOST)).thenApply(Pictures::queue)))
            .add("GET actors/*/messages", inside((actor, call) -> actor.messages((int) Math.max(1, call.number("limit", 200, MOST_MESSAGES)))
                .thenApply(messages -> messages.stream().map(Pictures::message).toList())))
            .add("POST actors/*/queue", inside(DataRoutes::send))
            .add("DELETE actors/*/queue", inside((actor, call) -> actor.clearQueue().thenApply(ActorRoutes::nothing)))
            .add("GET actors/*/tables", inside((actor, call) -> actor.tables().thenApply(tables -> tables.stream().map(Pictures::table).toList())))
            .add("GET actors/*/tables/*", inside(DataRoutes::rows))
            .add("POST actors/*/sql", inside((actor, call) -> actor.execute(call.text("sql"), parameters(call)).thenApply(Pictures::rows)))
            .add("GET actors/*/schedules/*/runs", inside(DataRoutes::runs))
            .add("POST actors/*/schedules", inside((actor, call) -> actor.schedule(Wishes.schedule(call.object())).thenApply(id -> Shapes.map("id", id))))
            .add("POST actors/*/schedules/*/run", inside((actor, call) -> actor.runNow(call.path().get(3), Wishes.kind(call))
                .thenApply(begun -> Shapes.map("begun", begun))))
            .add("DELETE actors/*/schedules/*", inside((actor, call) -> actor.cancel(call.path().get(3), Wishes.kind(call))
                .thenApply(gone -> Shapes.map("cancelled", gone))))
            .add("DELETE actors/*/connections/*", inside((actor, call) -> actor.disconnect(call.path().get(3), "closed by hand, from the inspector")
                .thenApply(gone -> Shapes.map("closed", gone))));
    }

    private Routes.Handler inside(BiFunction<ActorInspection, Call, CompletionStage<?>> handler) {
        return call -> inspection.inspect(ActorRoutes.id(call)).thenCompose(actor -> handler.apply(actor, call));
    }

    private static CompletionStage<?> call(ActorInspection actor, Call call) {
        return actor.call(call.path().get(3), call.list("args"))
            .thenApply(output -> Shapes.map("output", output == Undefined.UNDEFINED ? null : output, "nothing", output == Undefined.UNDEFINED));
    }

    private static CompletionStage<?> send(ActorInspection actor, Call call) {
        Map<?, ?> body = call.object();
        return actor.send(call.text("name"), body.containsKey("body") ? body.get("body") : Undefined.UNDEFINED).thenApply(Pictures::message);
    }

    private static CompletionStage<?> rows(ActorInspection actor, Call call) {
        return actor.rows(call.path().get(3), (int) call.number("limit", 100, MOST_ROWS), call.number("offset", 0, Long.MAX_VALUE)).thenApply(Pictures::rows);
    }

    /** A map of named ones, or a list. */
    private static List<Object> parameters(Call call) {
        return call.object().get("named") instanceof Map<?, ?> named ? List.of(named) : call.list("args");
    }

    private static CompletionStage<?> runs(ActorInspection actor, Call call) {
        return actor.runs(call.path().get(3), (int) Math.max(1, call.number("limit", 50, MOST))).thenApply(runs -> runs.stream().map(Pictures::run).toList());
    }
}
