package rivet.runtime.host;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

import rivet.error.ActorSpecifier;
import rivet.error.ErrorCode;
import rivet.runtime.Interleavings;
import rivet.runtime.actor.Generation;
import rivet.runtime.time.Time;
import rivet.spi.engine.ActorStart;
import rivet.spi.engine.StopCause;

/**
 * Interleavings of starts and stops of generations of one actor: never do two run at once, none is stopped before it has begun, and every
 * start and every stop is answered (R-reg-1 to R-reg-4, R-reg-14, R-reg-21 to R-reg-27).
 */
public class RegistryInterleavingTest {

    /** No timer ever goes off. */
    private static final class NoTime implements Time {

        @Override
        public Clock clock() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Timer after(Duration delay, Runnable action) {
            return () -> {};
        }
    }

    private final Registry<Life> registry = new Registry<>(new NoTime());
    private final List<CompletableFuture<Void>> answers = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private int running;
    private boolean closed;

    private synchronized void began(int number) {
        if (++running > 1) {
            wrong.add(number + " began beside another");
        }
    }

    private synchronized void ended(boolean hasBegun, int number) {
        if (hasBegun) {
            running--;
        } else {
            wrong.add(number + " was stopped before it began");
        }
    }

    private void answer(CompletionStage<Void> stage) {
        synchronized (this) {
            answers.add(stage.toCompletableFuture());
        }
    }

    /** A generation that starts and stops at once. */
    private final class Life implements Generation {

        private final ActorStart start;
        private final boolean inVain;
        private final CompletableFuture<Void> stopped = new CompletableFuture<>();
        private boolean begun;
        private boolean ended;

        Life(int number, boolean inVain) {
            this.inVain = inVain;
            start = new ActorStart("a", number, "default", "type", List.of(), new byte[0]);
        }

        @Override
        public ActorStart start() {
            return start;
        }

        @Override
        public ActorSpecifier specifier() {
            return new ActorSpecifier("a", start.generation(), Optional.empty());
        }

        @Override
        public CompletionStage<Void> begin() {
            began(start.generation());
            synchronized (this) {
                begun = true;
            }
            return inVain ? failed() : CompletableFuture.completedStage(null);
        }

        private CompletionStage<Void> failed() {
            stop(StopCause.SLEEP_INTENT);
            return CompletableFuture.failedStage(ErrorCode.ACTOR_START_FAILED.error());
        }

        @Override
        public CompletionStage<Void> stop(StopCause cause) {
            synchronized (this) {
                if (ended) {
                    return stopped;
                }
                ended = true;
            }
            ended(begun, start.generation());
            stopped.complete(null);
            return stopped;
        }
    }

    @Operation
    public void start(@Param(gen = IntGen.class, conf = "1:3") int number) {
        answer(registry.start(new Life(number, false)));
    }

    @Operation
    public void startInVain(@Param(gen = IntGen.class, conf = "1:3") int number) {
        answer(registry.start(new Life(number, true)));
    }

    @Operation
    public void sleep(@Param(gen = IntGen.class, conf = "1:3") int number) {
        answer(registry.stop("a", number, StopCause.SLEEP_INTENT));
    }

    @Operation
    public void lose(@Param(gen = IntGen.class, conf = "1:3") int number) {
        answer(registry.stop("a", number, StopCause.LOST));
    }

    @Operation(runOnce = true)
    public void close() {
        registry.close(StopCause.GOING_AWAY).forEach(this::answer);
        closed = true;
    }

    @Validate
    public void oneAtATimeAndEverybodyIsAnswered() {
        require(wrong.isEmpty(), wrong.toString());
        require(answers.stream().allMatch(CompletableFuture::isDone), "somebody waits for ever");
        require(registry.all().size() == running, running + " run, " + registry.all().size() + " are here");
        require(!closed || running == 0, "something is left");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    @Test
    void oneGenerationAtATime() {
        Interleavings.check(RegistryInterleavingTest.class, 25);
    }
}
