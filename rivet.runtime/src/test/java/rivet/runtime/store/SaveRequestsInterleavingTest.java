package rivet.runtime.store;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.runtime.Interleavings;
import rivet.runtime.store.SaveRequests.Save;
import rivet.runtime.time.Time;

/**
 * Interleavings of those who ask for saves, the actor that saves, timers and the end: no request is forgotten, none is taken for saved that was
 * not, one save runs at a time, and everybody who waits is answered (R-state-6, R-state-48, R-state-49, R-state-59).
 */
public class SaveRequestsInterleavingTest {

    /** Time that stands still; timers go off when the test says so. */
    private static final class Alarms implements Time {

        private final List<Runnable> set = new ArrayList<>();

        @Override
        public Clock clock() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public synchronized Timer after(Duration delay, Runnable action) {
            set.add(action);
            return () -> cancel(action);
        }

        private synchronized void cancel(Runnable action) {
            set.remove(action);
        }

        private synchronized Optional<Runnable> next() {
            return set.isEmpty() ? Optional.empty() : Optional.of(set.removeFirst());
        }

        synchronized int size() {
            return set.size();
        }
    }

    private final Alarms alarms = new Alarms();
    private final SaveRequests requests = new SaveRequests(alarms, Duration.ofSeconds(1), this::due);
    private final List<CompletableFuture<Void>> asked = new ArrayList<>();
    private boolean due;
    private int saving;
    private boolean overlapped;
    private boolean closed;

    private synchronized void due() {
        due = true;
    }

    private Optional<Save> begin() {
        synchronized (this) {
            due = false;
        }
        return requests.begin();
    }

    private synchronized void saving(int more) {
        saving += more;
        overlapped |= saving > 1;
    }

    private void ask(long number) {
        CompletableFuture<Void> saved = requests.saved(number).toCompletableFuture();
        synchronized (this) {
            asked.add(saved);
        }
    }

    @Operation
    public void request() {
        ask(requests.request());
    }

    @Operation
    public void requestNow() {
        ask(requests.requestNow());
    }

    private void save(boolean well) {
        Optional<Save> begun = begin();
        if (begun.isEmpty()) {
            return;
        }
        saving(1);
        long late = well ? Long.MAX_VALUE : requests.requestNow(); // while the bytes are under way
        saving(-1);
        if (well) {
            requests.completed(begun.get());
        } else {
            requests.failed(begun.get());
        }
        require(begun.get().covers() < late && requests.completed() <= begun.get().covers(), "it covers what was asked for after it began");
    }

    /** The actor has one thread for that, which may as well do it without having been told. */
    @Operation(nonParallelGroup = "turns")
    public void saveWell() {
        save(true);
    }

    @Operation(nonParallelGroup = "turns")
    public void saveInVain() {
        save(false);
    }

    @Operation
    public void timer() {
        alarms.next().ifPresent(Runnable::run);
    }

    @Operation(runOnce = true)
    public void close() {
        requests.close(ErrorCode.ACTOR_STOPPING.error());
        closed = true;
    }

    @Validate
    public void nobodyIsForgotten() {
        require(!overlapped, "two saves at a time");
        if (closed) {
            require(alarms.size() == 0, "a timer is left");
        } else if (requests.newest() > requests.completed()) {
            require(alarms.size() == 1 || due, "nobody will save");
        }
        for (int i = 0; i < 3 && !closed && requests.completed() < requests.newest(); i++) {
            alarms.next().ifPresent(Runnable::run);
            if (due) {
                begin().ifPresent(requests::completed);
            }
        }
        require(asked.stream().allMatch(CompletableFuture::isDone), "somebody waits for ever");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    @Test
    void noRequestIsForgotten() {
        Interleavings.check(SaveRequestsInterleavingTest.class, 100);
    }
}
