package rivet.test.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import rivet.spi.storage.Commit;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;

/** Waits for the results of a store, never longer than a machine under load needs. */
public final class Results {

    private static final long SECONDS = 30;

    private Results() {}

    /** Returns the result or throws what it failed with. */
    public static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StorageException failure) {
                throw failure;
            }
            throw new AssertionError("failed with something else than a StorageException", e.getCause());
        } catch (TimeoutException | InterruptedException e) {
            throw new AssertionError("no result", e);
        }
    }

    /** Waits for a latch. */
    public static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(SECONDS, TimeUnit.SECONDS)).as("latch reached").isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Expects a failure of a kind and returns it. */
    public static StorageException failure(Kind kind, CompletionStage<?> stage) {
        Object value;
        try {
            value = await(stage);
        } catch (StorageException e) {
            assertThat(e.kind()).as(e.toString()).isEqualTo(kind);
            return e;
        }
        return fail("should have failed with " + kind + ", gave " + value);
    }

    /** Expects a transaction that came to nothing, for a reason of this kind. */
    public static void notCommitted(Kind kind, CompletionStage<Commit> commit) {
        assertThat(await(commit)).isInstanceOfSatisfying(Commit.NotCommitted.class, not -> assertThat(not.cause().kind()).as(not.toString()).isEqualTo(kind));
    }

    /** Expects a commit and returns it. */
    public static Commit.Committed committed(CompletionStage<Commit> commit) {
        Commit how = await(commit);
        assertThat(how).isInstanceOf(Commit.Committed.class);
        return (Commit.Committed) how;
    }
}
