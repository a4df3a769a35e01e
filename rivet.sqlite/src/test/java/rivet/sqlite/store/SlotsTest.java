package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.sqlite.store.Slots.Use;

class SlotsTest {

    private final List<String> log = new ArrayList<>();
    private final Slots slots = new Slots();

    private static DatabaseId id(String name) {
        return new DatabaseId.Actor(name);
    }

    private void apply(String name, Use use, String who) {
        slots.apply(id(name), use, new Slots.Applicant() {
            @Override
            public void granted() {
                log.add(who + " granted");
            }

            @Override
            public void refused(StorageException cause) {
                log.add(who + " " + cause.kind());
            }
        });
    }

    private void release(String name, Use use) {
        slots.release(id(name), use);
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
        release("a", Use.WRITE);
        assertThat(seen()).containsExactly("2 granted");
        release("a", Use.WRITE);
        assertThat(seen()).containsExactly("3 granted");
    }

    @Test
    void deletingWaitsForReadersAndReadersForDeleting() {
        apply("a", Use.READ, "r1");
        apply("a", Use.DELETE, "d");
        apply("a", Use.READ, "r2");
        assertThat(seen()).containsExactly("r1 granted");
        release("a", Use.READ);
        assertThat(seen()).containsExactly("d granted");
        release("a", Use.DELETE);
        assertThat(seen()).containsExactly("r2 granted");
    }

    @Test
    void whatIsOpenIsNotDeleted() {
        apply("a", Use.WRITE, "w1");
        apply("a", Use.DELETE, "d1");
        apply("a", Use.WRITE, "w2");
        assertThat(seen()).containsExactly("w1 granted", "d1 BUSY");
        release("a", Use.WRITE);
        assertThat(seen()).containsExactly("w2 granted");
    }

    @Test
    void readersDoNotWaitForWriters() {
        apply("a", Use.WRITE, "w1");
        apply("a", Use.WRITE, "w2");
        apply("a", Use.READ, "r");
        assertThat(seen()).containsExactly("w1 granted", "r granted");
        release("a", Use.WRITE);
        assertThat(seen()).containsExactly("w2 granted");
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
        apply("c", Use.READ, "c");
        seen();
        var closed = slots.close();
        assertThat(seen()).containsExactly("a2 CLOSED");
        apply("d", Use.READ, "d");
        assertThat(seen()).containsExactly("d CLOSED");
        release("a", Use.WRITE);
        assertThat(closed).isNotDone();
        release("c", Use.READ);
        assertThat(closed).isDone();
    }
}
