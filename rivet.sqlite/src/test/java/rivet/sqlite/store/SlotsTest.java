package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.sqlite.store.Slots.Use;

class SlotsTest {

    private final List<String> log = new ArrayList<>();
    private final Slots<String> slots = new Slots<>(2, 3, (id, handle) -> log.add("close " + handle));

    private static DatabaseId id(String name) {
        return new DatabaseId.Actor(name);
    }

    private void apply(String name, Use use, String who) {
        slots.apply(id(name), use, new Slots.Applicant<>() {
            @Override
            public void granted(Optional<String> handle) {
                log.add(who + " granted" + handle.map(h -> " with " + h).orElse(""));
            }

            @Override
            public void refused(StorageException cause) {
                log.add(who + " " + cause.kind());
            }
        });
    }

    private void release(String name, Use use, String handle) {
        slots.release(id(name), use, Optional.ofNullable(handle));
    }

    private List<String> seen() {
        List<String> seen = List.copyOf(log);
        log.clear();
        return seen;
    }

    @Test
    void oneWritesAtATimeInOrder() {
        apply("a", Use.WRITE, "1");
        apply("a", Use.WRITE, "2");
        apply("a", Use.WRITE, "3");
        assertThat(seen()).containsExactly("1 granted");
        release("a", Use.WRITE, "h");
        assertThat(seen()).containsExactly("2 granted with h");
        release("a", Use.WRITE, null);
        assertThat(seen()).containsExactly("3 granted");
        assertThat(slots.handles()).isEqualTo(1);
        release("a", Use.WRITE, null);
        assertThat(slots.handles()).isZero();
    }

    @Test
    void theLongestUnusedHandleIsClosed() {
        for (String name : List.of("a", "b")) {
            apply(name, Use.WRITE, name);
            release(name, Use.WRITE, "h" + name);
        }
        apply("a", Use.WRITE, "a again");
        release("a", Use.WRITE, "ha");
        seen();
        apply("c", Use.WRITE, "c");
        assertThat(seen()).containsExactly("c granted", "close hb");
        apply("b", Use.WRITE, "b while its handle is being closed");
        assertThat(seen()).isEmpty();
        release("b", Use.CLOSE, null);
        assertThat(seen()).containsExactly("b while its handle is being closed granted", "close ha");
        release("a", Use.CLOSE, null);
        assertThat(slots.handles()).isEqualTo(2);
    }

    @Test
    void handlesInUseMayExceedTheLimitOfRestingOnesButNotTheHardOne() {
        apply("a", Use.WRITE, "a");
        apply("b", Use.WRITE, "b");
        apply("c", Use.WRITE, "c");
        apply("d", Use.WRITE, "d");
        assertThat(seen()).containsExactly("a granted", "b granted", "c granted", "d OVERLOADED");
        release("a", Use.WRITE, "ha");
        assertThat(seen()).containsExactly("close ha");
        apply("d", Use.WRITE, "d");
        assertThat(seen()).containsExactly("d granted");
        release("a", Use.CLOSE, null);
        assertThat(slots.handles()).isEqualTo(3);
    }

    @Test
    void deletingWaitsForReadersAndReadersForDeleting() {
        apply("a", Use.READ, "r1");
        apply("a", Use.DELETE, "d");
        apply("a", Use.READ, "r2");
        assertThat(seen()).containsExactly("r1 granted");
        release("a", Use.READ, null);
        assertThat(seen()).containsExactly("d granted");
        release("a", Use.DELETE, null);
        assertThat(seen()).containsExactly("r2 granted");
    }

    @Test
    void deletingTakesARestingHandleAlong() {
        apply("a", Use.WRITE, "w");
        release("a", Use.WRITE, "h");
        apply("a", Use.DELETE, "d");
        assertThat(seen()).containsExactly("w granted", "d granted with h");
        release("a", Use.DELETE, null);
        assertThat(slots.handles()).isZero();
    }

    @Test
    void whatIsOpenIsNotDeleted() {
        apply("a", Use.WRITE, "w1");
        apply("a", Use.DELETE, "d1");
        apply("a", Use.WRITE, "w2");
        assertThat(seen()).containsExactly("w1 granted", "d1 BUSY");
        release("a", Use.WRITE, null);
        assertThat(seen()).containsExactly("w2 granted");
    }

    @Test
    void readersDoNotWaitForWriters() {
        apply("a", Use.WRITE, "w1");
        apply("a", Use.WRITE, "w2");
        apply("a", Use.READ, "r");
        assertThat(seen()).containsExactly("w1 granted", "r granted");
        release("a", Use.WRITE, "h");
        assertThat(seen()).containsExactly("w2 granted with h");
    }

    @Test
    void aHandleIsClosedBeforeADeletionThatWaitsForReaders() {
        apply("a", Use.WRITE, "w");
        release("a", Use.WRITE, "ha");
        apply("a", Use.READ, "r");
        apply("a", Use.DELETE, "d");
        apply("b", Use.WRITE, "b");
        apply("c", Use.WRITE, "c");
        assertThat(seen()).containsExactly("w granted", "r granted", "b granted", "c granted", "close ha");
        release("a", Use.READ, null);
        assertThat(seen()).isEmpty();
        release("a", Use.CLOSE, null);
        assertThat(seen()).containsExactly("d granted");
    }

    @Test
    void fewMayWaitForOneFile() {
        for (int i = 0; i < 65; i++) {
            apply("a", Use.WRITE, "w");
        }
        assertThat(seen()).containsExactly("w granted");
        apply("a", Use.WRITE, "w");
        assertThat(seen()).containsExactly("w OVERLOADED");
    }

    @Test
    void closingRefusesThoseWhoWaitAndEndsWithTheLastUser() {
        apply("a", Use.WRITE, "a");
        apply("a", Use.WRITE, "a2");
        apply("b", Use.WRITE, "b");
        release("b", Use.WRITE, "hb");
        apply("c", Use.READ, "c");
        seen();
        var closed = slots.close();
        assertThat(seen()).containsExactlyInAnyOrder("a2 CLOSED", "close hb");
        apply("d", Use.READ, "d");
        assertThat(seen()).containsExactly("d CLOSED");
        release("b", Use.CLOSE, null);
        release("a", Use.WRITE, "ha");
        assertThat(seen()).containsExactly("close ha");
        release("a", Use.CLOSE, null);
        assertThat(closed).isNotDone();
        release("c", Use.READ, null);
        assertThat(closed).isDone();
    }
}
