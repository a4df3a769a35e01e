package rivet.test.driver.life;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.Inspection;
import rivet.value.Undefined;

/** How actors call others that note what they did. They have no client of their own yet, so they go the way of an operator. */
@Component(service = Observers.class)
public final class Observers {

    private final Inspection inspection;

    /** Makes it. */
    @Activate
    public Observers(@Reference Inspection inspection) {
        this.inspection = inspection;
    }

    /** Calls an action of the actor that has this key, creating it if there is none. */
    public CompletionStage<Object> call(String namespace, String type, String key, String action, Object... arguments) {
        return inspection.create(namespace, type, List.of(key), Undefined.UNDEFINED).thenCompose(actor -> inspection.call(actor.id(), action, List.of(arguments)));
    }

    /** Has the observer of lives with this key note an event of an actor. */
    public CompletionStage<Object> lifeEvent(String namespace, String key, String actorKey, String event) {
        return call(namespace, "lifecycleObserver", key, "recordEvent", Map.of("actorKey", actorKey, "event", event));
    }
}
