package rivet.inspector.page;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.inspect.Inspection;
import rivet.inspect.Rollouts;
import rivet.inspector.Shapes;

/** What concerns whole types. */
final class TypeRoutes {

    private final Inspection inspection;
    private final Rollouts rollouts;
    private final Overview overview;

    TypeRoutes(Inspection inspection, Rollouts rollouts, Overview overview) {
        this.inspection = inspection;
        this.rollouts = rollouts;
        this.overview = overview;
    }

    void addTo(Routes routes) {
        routes.add("GET overview", call -> overview.get())
            .add("GET types/*/actions", this::actions)
            .add("POST types/*/resume", this::resume);
    }

    private CompletionStage<?> actions(Call call) {
        return CompletableFuture.completedStage(inspection.actions(call.path().get(1)).stream().map(Pictures::action).toList());
    }

    private CompletionStage<?> resume(Call call) {
        return CompletableFuture.completedStage(Shapes.map("resumed", rollouts.resume(call.path().get(1))));
    }
}
