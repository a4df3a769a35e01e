package rivet.runtime.actor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import rivet.error.ErrorCode;

/**
 * What an instance has under way besides its turns, as it declared it: work that keeps it awake, and work that only a stop waits for (R-sleep-4).
 * <p>
 * Invariants, under {@code this}: each piece of work is in exactly one of the counts from its declaration to its end, however it ends (R-sleep-5);
 * {@code none} is completed when both are zero, and once only; after {@link #giveUp} nothing is counted any more (R-sleep-9).
 */
final class Activity {

    private static final Logger log = LoggerFactory.getLogger(Activity.class);

    private final Instance instance;
    private final Cell cell;
    private int awake;
    private int waited;
    private int resting;
    private boolean closed;
    private CompletableFuture<Void> none = new CompletableFuture<>();

    Activity(Instance instance) {
        this.instance = instance;
        cell = instance.cell();
    }

    /**
     * Returns whether work may be declared: not any more once the incarnation has ended (R-sleep-6).
     *
     * @throws rivet.error.RivetException {@code actor.wrong_thread}
     */
    boolean mayBeDeclared(String operation) {
        if (!instance.turns().held()) {
            throw ErrorCode.ACTOR_WRONG_THREAD.error("operation", operation);
        }
        if (!instance.alive()) {
            log.warn("actor {} ({}): {} came after its end; nothing waits for that work", cell.specifier(), cell.typeName(), operation);
        }
        return instance.alive();
    }

    /** Work that keeps the actor awake, and a stop waiting. */
    void keepAwake(CompletionStage<?> work) {
        if (count(1, 0, 0)) {
            work.whenComplete((done, error) -> ended("actor keep_awake promise rejected", error, -1, 0, 0));
        }
    }

    /**
     * Work that only a stop waits for.
     *
     * @param ofTask whether it is a task of the actor's own, which as such would keep it awake
     */
    void waitUntil(CompletionStage<?> work, boolean ofTask) {
        int task = ofTask ? 1 : 0;
        if (count(0, 1, task)) {
            work.whenComplete((done, error) -> ended("actor wait_until promise rejected", error, 0, -1, -task));
        }
    }

    /** The run handler begins (1) or ceases (-1) to wait for nothing but a message, which does not keep the actor awake (R-sleep-2). */
    synchronized void rests(int change) {
        resting += change;
    }

    private boolean count(int moreAwake, int moreWaited, int moreResting) {
        synchronized (this) {
            if (!closed) {
                awake += moreAwake;
                waited += moreWaited;
                resting += moreResting;
                return true;
            }
        }
        log.warn("actor {} ({}): work was declared after its end; nothing waits for it", cell.specifier(), cell.typeName());
        return false;
    }

    private void ended(String failed, Throwable error, int lessAwake, int lessWaited, int lessResting) {
        if (error != null) {
            log.warn("{}: actor {} ({})", failed, cell.specifier(), cell.typeName(), Failures.unwrap(error));
        }
        CompletableFuture<Void> nowNone = null;
        synchronized (this) {
            awake += lessAwake;
            waited += lessWaited;
            resting += lessResting;
            if (awake + waited == 0 && !closed) {
                nowNone = none;
                none = new CompletableFuture<>();
            }
        }
        instance.stats().touch(cell.platform().time().nanos());
        if (nowNone != null) {
            nowNone.complete(null);
        }
    }

    /** Returns how much of it keeps the actor awake. */
    synchronized int awake() {
        return awake;
    }

    /** Returns how much of it only a stop waits for. */
    synchronized int waited() {
        return waited;
    }

    /** Returns whether any of it keeps the actor awake. */
    synchronized boolean keepsAwake() {
        return awake > 0;
    }

    /** Returns how many tasks of the actor do not keep it awake. */
    synchronized int resting() {
        return resting;
    }

    /** Returns whether nothing is under way. */
    synchronized boolean isEmpty() {
        return closed || awake + waited == 0;
    }

    /** Returns a stage that completes when neither a turn nor a commit nor declared work is under way (spec/core.md 2.7). */
    CompletionStage<Void> drained() {
        return instance.turns().quiet().thenCompose(quiet -> instance.settlement().committed()).thenCompose(committed -> isEmpty() && !instance.turns().busy()
            ? CompletableFuture.completedStage(null) : none().thenCompose(none -> drained()));
    }

    /** Returns a stage that completes when next nothing is declared: at once if that is so now. */
    private synchronized CompletionStage<Void> none() {
        return isEmpty() ? CompletableFuture.completedStage(null) : none;
    }

    /** Waits no longer for what is under way; what is declared from now on is not waited for either. */
    void giveUp() {
        CompletableFuture<Void> given;
        synchronized (this) {
            closed = true;
            given = none;
        }
        given.complete(null);
    }

    @Override
    public synchronized String toString() {
        return awake + " keep it awake, " + waited + " are waited for";
    }
}
