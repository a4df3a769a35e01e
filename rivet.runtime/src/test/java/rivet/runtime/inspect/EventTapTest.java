package rivet.runtime.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;

import org.junit.jupiter.api.Test;

import rivet.inspect.ActorEvent;
import rivet.inspect.ActorEvent.Kind;
import rivet.inspect.ActorEvents;
import rivet.inspect.EventFilter;

/** Events reach those who watch, in order; who is slow misses the oldest, and knows how many. */
class EventTapTest {

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final EventTap tap = new EventTap(tasks::add);
    private final List<String> heard = new ArrayList<>();
    private long missed;

    private static ActorEvent event(String type, String name, Optional<String> error) {
        return new ActorEvent(Instant.EPOCH, type, "id of " + type, List.of(), Kind.ACTION, name, 1, 0, error);
    }

    private void told(List<ActorEvent> events, long left) {
        events.forEach(event -> heard.add(event.name()));
        missed += left;
    }

    private void runAll() {
        for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
            next.run();
        }
    }

    @Test
    void isOpenWhileSomebodyWatches() {
        assertThat(tap.isOpen()).isFalse();
        var first = tap.watch(EventFilter.ALL, this::told);
        var second = tap.watch(EventFilter.ALL, this::told);
        first.close();
        first.close();
        assertThat(tap.isOpen()).isTrue();
        second.close();
        assertThat(tap.isOpen()).isFalse();
        tap.tell(event("a", "late", Optional.empty()));
        assertThat(tasks).isEmpty();
    }

    @Test
    void whoIsSlowMissesTheOldestAndKnowsHowMany() {
        tap.watch(EventFilter.ALL, this::told);
        for (int i = 0; i < ActorEvents.KEPT + 7; i++) {
            tap.tell(event("a", "n" + i, Optional.empty()));
        }
        assertThat(tasks).as("one thread at a time").hasSize(1);
        runAll();
        assertThat(missed).isEqualTo(7);
        assertThat(heard).hasSize(ActorEvents.KEPT).startsWith("n7").endsWith("n" + (ActorEvents.KEPT + 6));
        tap.tell(event("a", "next", Optional.empty()));
        runAll();
        assertThat(missed).as("is said once").isEqualTo(7);
        assertThat(heard).endsWith("next");
    }

    @Test
    void onlyWhatIsAskedForIsTold() {
        tap.watch(new EventFilter(Optional.of("a"), Optional.empty(), Set.of(Kind.ACTION), true), this::told);
        tap.tell(event("a", "good", Optional.empty()));
        tap.tell(event("b", "other", Optional.of("x")));
        tap.tell(event("a", "bad", Optional.of("x")));
        runAll();
        assertThat(heard).containsExactly("bad");
    }

    @Test
    void oneThatFailsHearsNoMore() {
        tap.watch(EventFilter.ALL, (events, left) -> {
            throw new IllegalStateException("thrown by the test");
        });
        tap.tell(event("a", "x", Optional.empty()));
        runAll();
        assertThat(tap.isOpen()).isFalse();
    }
}
