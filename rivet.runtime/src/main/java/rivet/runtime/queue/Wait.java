package rivet.runtime.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import rivet.actor.Receive;

/** Work that waits for messages, with those that it has been given. Used in turns, but for {@link #wake}, which anybody may call. */
final class Wait {

    private final Receive how;
    private final Receiver by;
    private final boolean ofRun;
    private final boolean takes;
    private final CompletableFuture<Void> woken = new CompletableFuture<>();
    private final List<Entry> taken = new ArrayList<>();
    private CompletionStage<Void> saved = CompletableFuture.completedStage(null);
    private boolean stopped;
    private volatile boolean given; // read by who hears, on any thread, that a turn is durable

    /**
     * Makes a wait.
     *
     * @param ofRun whether it is the run handler that waits
     * @param takes whether messages are given to it; if not, it is only woken when there is one
     */
    Wait(Receive how, Receiver by, boolean ofRun, boolean takes) {
        this.how = how;
        this.by = by;
        this.ofRun = ofRun;
        this.takes = takes;
    }

    Receive how() {
        return how;
    }

    Receiver by() {
        return by;
    }

    boolean takes() {
        return takes;
    }

    boolean wants(Entry entry) {
        return taken.size() < how.count() && (how.names().isEmpty() || how.names().contains(entry.name()));
    }

    /** Returns whether it keeps nobody awake: it is the run handler's, and has been given nothing. */
    boolean rests() {
        return ofRun && taken.isEmpty();
    }

    /** It is given a message in a turn that others run; goes on when that turn is durable. */
    void give(Entry entry, CompletionStage<Void> turnSaved) {
        taken.add(entry);
        given = true;
        saved = turnSaved;
        turnSaved.whenComplete((stored, error) -> {
            if (error == null && given) {
                wake();
            }
        });
    }

    /** What it was given came to nothing with the turn, or with a part of it. */
    void takeBack(Entry entry) {
        taken.remove(entry);
        given = !taken.isEmpty();
    }

    List<Entry> taken() {
        return List.copyOf(taken);
    }

    /** Returns a stage that completes when the last turn in which it was given something is durable. */
    CompletionStage<Void> saved() {
        return saved;
    }

    void wake() {
        woken.complete(null);
    }

    void stop() {
        stopped = true;
        wake();
    }

    boolean aborted() {
        return stopped || how.abort().filter(abort -> abort.toCompletableFuture().isDone()).isPresent();
    }

    /** Returns a stage that completes when it is woken or aborted. Leaves nothing behind at an abort stage that lives longer. */
    CompletionStage<?> until() {
        return how.abort().isEmpty() ? woken : CompletableFuture.anyOf(woken, how.abort().get().toCompletableFuture());
    }
}
