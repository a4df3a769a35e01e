package rivet.test.storage;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import rivet.spi.storage.Commit;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.test.storage.Faults.Operation;

/**
 * Makes the calls of one database, its transactions included, each with its fault. A call is made only when the one before has been made, so a
 * delay never changes the order in which the store sees them.
 */
final class Troubles {

    private final DatabaseId id;
    private final Faults faults;
    private final Later later;

    // the latest call has been made; guarded by this
    private CompletableFuture<Void> made = CompletableFuture.completedFuture(null);

    Troubles(DatabaseId id, Faults faults, Later later) {
        this.id = id;
        this.faults = faults;
        this.later = later;
    }

    /**
     * Makes a call that may fail.
     *
     * @param call makes it
     * @param unmade is done in its place when it is not made
     * @param unheard is done with a result that nobody hears of
     */
    <T> CompletionStage<T> call(Operation operation, Supplier<CompletionStage<T>> call, Supplier<CompletionStage<Void>> unmade,
        Function<T, CompletionStage<Void>> unheard) {
        return inOrder(operation, fault -> switch (fault) {
            case Fault.Delayed delayed -> delayed(call.get(), delayed);
            case Fault.Failed(Kind kind) -> unmade.get().thenCompose(done -> CompletableFuture.failedStage(failure(kind, operation)));
            case Fault.RequestLost lost -> unmade.get().thenCompose(done -> CompletableFuture.failedStage(lost(operation)));
            case Fault.ReplyLost lost -> call.get().thenCompose(unheard).handle((done, failure) -> {
                throw lost(operation);
            });
        });
    }

    /** Makes a call that tells how a transaction ended. */
    CompletionStage<Commit> commit(Operation operation, Supplier<CompletionStage<Commit>> call, Supplier<CompletionStage<Void>> unmade) {
        return inOrder(operation, fault -> switch (fault) {
            case Fault.Delayed delayed -> delayed(call.get(), delayed);
            case Fault.Failed(Kind kind) -> unmade.get().thenApply(done -> new Commit.NotCommitted(failure(kind, operation)));
            case Fault.RequestLost lost -> unmade.get().thenApply(done -> new Commit.Unknown(lost(operation)));
            case Fault.ReplyLost lost -> call.get().thenApply(done -> new Commit.Unknown(lost(operation)));
        });
    }

    /** Makes a call that must not fail, nor be left out: it may only take its time. */
    <T> CompletionStage<T> certain(Operation operation, Supplier<CompletionStage<T>> call) {
        return inOrder(operation, fault -> fault instanceof Fault.Delayed delayed ? delayed(call.get(), delayed) : call.get());
    }

    private <T> CompletionStage<T> inOrder(Operation operation, Function<Fault, CompletionStage<T>> call) {
        CompletableFuture<Void> before;
        CompletableFuture<Void> now = new CompletableFuture<>();
        Fault fault;
        synchronized (this) {
            before = made;
            made = now;
            fault = faults.next(id, operation);
        }
        CompletionStage<Void> turn = fault instanceof Fault.Delayed delayed ? before.thenCompose(done -> later.after(delayed.before())) : before;
        return turn.thenCompose(done -> {
            try {
                return call.apply(fault);
            } finally {
                now.complete(null);
            }
        });
    }

    private <T> CompletionStage<T> delayed(CompletionStage<T> result, Fault.Delayed fault) {
        if (fault.after().isZero()) {
            return result;
        }
        return result.handle((value, failure) -> later.after(fault.after())).thenCompose(passed -> passed).thenCompose(done -> result);
    }

    private StorageException failure(Kind kind, Operation operation) {
        return new StorageException(kind, operation + " of " + id + " was refused by a fault");
    }

    private StorageException lost(Operation operation) {
        return new StorageException(Kind.IO, operation + " of " + id + " was lost by a fault");
    }
}
