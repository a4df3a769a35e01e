package rivet.engine.actor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Calls into other bundles, whose failures all come the same way. */
final class Stages {

    private Stages() {}

    /** Makes a call; what it throws is a failed stage. */
    static <T> CompletionStage<T> of(Supplier<CompletionStage<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException | LinkageError e) {
            // a bundle that is being refreshed fails to link
            return CompletableFuture.failedFuture(e);
        }
    }
}
