package rivet.runtime.client;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import rivet.runtime.time.Time;
import rivet.runtime.value.ValueMapper;

/** On whose behalf actors are called. */
public interface Caller {

    /**
     * Lets something go, when it may.
     *
     * @param what for people
     * @param life ends with what goes: completed exceptionally if it may not go any more, or is to end before its time. Who completes it otherwise frees its place
     * @param go lets it go, with these headers; called once at most, from any thread, and not if its life is over
     * @throws rivet.error.RivetException if the caller may not call now, or too much is under way
     */
    void depart(String what, CompletableFuture<?> life, Consumer<Map<String, List<String>>> go);

    /** Waits for something that has departed, and returns what came of it or throws that. If the wait itself is ended, so is the life of what is waited for. */
    <T> T await(String operation, CompletableFuture<T> life);

    /** Returns what runs the dependents of results. */
    Executor threads();

    /** Returns what runs listeners, each as a piece. */
    Executor listeners();

    /** Returns the timers. */
    Time time();

    /** Returns what maps the caller's values. */
    ValueMapper mapper();
}
