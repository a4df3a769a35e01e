package rivet.sqlite.store;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/**
 * Work that waits for its turn and has a result. Exactly one of {@link #run} and {@link #refuse} is called, with no lock held, because those
 * who wait for the result go on at once on the same thread.
 */
final class Task<T> {

    private final Supplier<T> work;
    private final Function<StorageException, T> refusal;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    private Task(Supplier<T> work, Function<StorageException, T> refusal) {
        this.work = work;
        this.refusal = refusal;
    }

    /** A task that fails if it is refused. */
    static <T> Task<T> failing(Supplier<T> work) {
        return new Task<>(work, cause -> {
            throw cause;
        });
    }

    /** A task with a result also when it is refused or breaks. */
    static <T> Task<T> answering(Supplier<T> work, Function<StorageException, T> refusal) {
        return new Task<>(work, refusal);
    }

    CompletableFuture<T> result() {
        return result;
    }

    /** Does the work. Never throws: what it throws is the result. */
    void run() {
        complete(work);
    }

    /** Ends it without doing the work. Never throws. */
    void refuse(StorageException cause) {
        complete(() -> refusal.apply(cause));
    }

    private void complete(Supplier<T> how) {
        T value;
        try {
            value = how.get();
        } catch (StorageException e) {
            result.completeExceptionally(e);
            return;
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(new StorageException(Kind.IO, "a storage operation broke: " + e, e));
            return;
        }
        result.complete(value);
    }
}
