package rivet.shell;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

import rivet.error.RivetException;

/**
 * How commands wait for their answers, and fail. No wait is longer than the limit: then the command fails with {@code shell.timeout}. Those
 * that wait when the shell goes fail with {@code shell.closed}, and one that is interrupted with {@code shell.interrupted}.
 */
@Component(service = Replies.class)
@Designate(ocd = Replies.Config.class)
public final class Replies {

    /** Configuration of the shell commands. */
    @ObjectClassDefinition(name = "Rivet shell commands")
    public @interface Config {

        /** Longest wait for an answer. */
        @AttributeDefinition(name = "Time limit",
            description = "Longest wait for an answer, in seconds, from 1 to 3600; values beyond are taken as the nearest.")
        int timeoutSeconds() default 30;
    }

    private final ScheduledExecutorService timer;
    private final Duration limit;
    // invariant: what is in here is completed by its answer, by its timer or by close(). A wait enters before it schedules its timer, and
    // close() stops the timer before it looks in here: so a wait that close() misses could not schedule and was never begun.
    private final Set<CompletableFuture<?>> waiting = ConcurrentHashMap.newKeySet();

    @Activate
    public Replies(Config config) {
        this(timer(), Duration.ofSeconds(Math.clamp(config.timeoutSeconds(), 1, 3_600)));
    }

    Replies(ScheduledExecutorService timer, Duration limit) {
        this.timer = timer;
        this.limit = limit;
    }

    private static ScheduledExecutorService timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
            Thread.ofPlatform().daemon().name("rivet-shell-timeouts").inheritInheritableThreadLocals(false).factory());
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    @Deactivate
    void close() {
        timer.shutdownNow();
        waiting.forEach(wait -> wait.completeExceptionally(new RivetException("shell", "closed", "the shell commands were stopped")));
    }

    /** Runs a command: what it fails with becomes {@code group.code: message}. */
    <T> T run(Callable<T> command) {
        try {
            return command.call();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailed("shell.interrupted: no longer waiting; what was asked for may still be done", e);
        } catch (Exception e) {
            throw CommandFailed.of(e);
        }
    }

    /** Waits for an answer. */
    <T> T await(CompletionStage<T> answer) throws InterruptedException, ExecutionException {
        return join(bounded(answer));
    }

    /** Returns the answer, or a failure when the time is up. */
    <T> CompletableFuture<T> bounded(CompletionStage<T> answer) {
        CompletableFuture<T> wait = new CompletableFuture<>();
        waiting.add(wait);
        wait.whenComplete((value, failure) -> waiting.remove(wait));
        Runnable giveUp = () -> wait.completeExceptionally(late());
        try {
            Future<?> timeout = timer.schedule(giveUp, limit.toMillis(), TimeUnit.MILLISECONDS);
            wait.whenComplete((value, failure) -> timeout.cancel(false));
        } catch (RuntimeException e) {
            wait.completeExceptionally(e);
        }
        answer.whenComplete((value, failure) -> {
            if (failure == null) {
                wait.complete(value);
            } else {
                wait.completeExceptionally(failure);
            }
        });
        return wait;
    }

    /** Waits for what {@link #bounded} returned; one who is interrupted gives it up. */
    static <T> T join(CompletableFuture<T> wait) throws InterruptedException, ExecutionException {
        try {
            return wait.get();
        } catch (InterruptedException e) {
            wait.cancel(false);
            throw e;
        }
    }

    private RivetException late() {
        return new RivetException("shell", "timeout", "no answer within " + Spans.of(limit) + "; what was asked for may still be done");
    }
}
