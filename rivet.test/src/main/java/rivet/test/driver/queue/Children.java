package rivet.test.driver.queue;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

import rivet.inspect.Inspection;

/** How actors make others. They have no client of their own yet, so they go the way of an operator. */
@Component(service = Children.class)
public final class Children {

    private final Inspection inspection;

    /** Makes it. */
    @Activate
    public Children(@Reference Inspection inspection) {
        this.inspection = inspection;
    }

    /** Makes the child with this key, unless there is one. */
    CompletionStage<?> spawn(String namespace, String key) {
        return inspection.create(namespace, "manyQueueChildActor", List.of(key), key);
    }
}
