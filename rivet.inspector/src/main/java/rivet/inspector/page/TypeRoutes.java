package rivet.inspector.page;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.inspect.Inspection;
import rivet.inspect.Pace;
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
            .add("POST types/*/resume", call -> done(Shapes.map("resumed", rollouts.resume(type(call)))))
            .add("POST types/*/pause", call -> done(Overview.rollout(rollouts.pause(type(call), call.text("reason")))))
            .add("POST types/*/back", call -> done(Overview.rollout(rollouts.rollBack(type(call)))))
            .add("POST types/*/rollout", call -> done(Overview.rollout(rollouts.rollOut(type(call), call.text("version"), pace(call.object().get("pace"))))));
    }

    private static String type(Call call) {
        return call.path().get(1);
    }

    private static CompletionStage<?> done(Object answer) {
        return CompletableFuture.completedStage(answer);
    }

    private CompletionStage<?> actions(Call call) {
        return done(inspection.actions(type(call)).stream().map(Pictures::action).toList());
    }

    /** A number of actors a second, or nothing for all at once, or {@code asleep}. */
    private static Pace pace(Object wanted) {
        return switch (wanted) {
            case null -> Pace.ALL_AT_ONCE;
            case Number number when number.doubleValue() > 0 -> new Pace.PerSecond(number.doubleValue());
            case String word when word.equals("asleep") -> Pace.WHEN_THEY_SLEEP;
            default -> throw Call.invalid("a pace is a number of actors a second, 'asleep' or nothing, not " + wanted);
        };
    }
}
