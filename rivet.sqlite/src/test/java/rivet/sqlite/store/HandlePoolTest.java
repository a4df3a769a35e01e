package rivet.sqlite.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.StorageException;

class HandlePoolTest {

    private final List<String> log = new ArrayList<>();
    private final HandlePool<String> pool = new HandlePool<>(2, 3, 4, eldest -> log.add("close " + eldest.handle()));

    private static DatabaseId id(String name) {
        return new DatabaseId.Actor(name);
    }

    private void borrow(String name) {
        pool.borrow(id(name), new HandlePool.Borrower<>() {
            @Override
            public void lent(Optional<String> handle, Optional<HandlePool.Eldest<String>> eldest) {
                log.add(name + " has " + handle.orElse("to open") + eldest.map(e -> " after closing " + e.handle()).orElse(""));
            }

            @Override
            public void refused(StorageException cause) {
                log.add(name + " " + cause.kind());
            }
        });
    }

    private void rest(String name) {
        pool.giveBack(id(name), "h" + name);
    }

    private void used(String... names) {
        for (String name : names) {
            borrow(name);
            rest(name);
        }
        log.clear();
    }

    private List<String> seen() {
        List<String> seen = List.copyOf(log);
        log.clear();
        return seen;
    }

    @Test
    void aHandleRestsUntilItsFileIsUsedAgain() {
        borrow("a");
        rest("a");
        borrow("a");
        assertThat(seen()).containsExactly("a has to open", "a has ha");
        assertThat(pool.handles()).isEqualTo(1);
        pool.gone(id("a"));
        assertThat(pool.handles()).isZero();
        borrow("a");
        assertThat(seen()).containsExactly("a has to open");
    }

    @Test
    void theLongestUnusedOneMakesRoom() {
        used("a", "b", "a");
        borrow("c");
        assertThat(seen()).containsExactly("c has to open after closing hb");
    }

    @Test
    void whatIsBeingClosedIsLentAgainOnlyAfterwards() {
        used("a", "b");
        borrow("c");
        borrow("a");
        assertThat(seen()).containsExactly("c has to open after closing ha");
        borrow("b");
        assertThat(seen()).as("others do not wait for it").containsExactly("b has hb");
        pool.gone(id("a"));
        assertThat(seen()).containsExactly("a has to open");
    }

    @Test
    void moreThanShouldRestMayWorkButNotMoreThanTheLimit() {
        borrow("a");
        borrow("b");
        borrow("c");
        borrow("d");
        borrow("e");
        assertThat(seen()).containsExactly("a has to open", "b has to open", "c has to open");
        rest("b");
        assertThat(seen()).as("in order").containsExactly("d has to open after closing hb");
        pool.gone(id("b"));
        assertThat(seen()).isEmpty();
        pool.gone(id("c"));
        assertThat(seen()).containsExactly("e has to open");
        rest("a");
        assertThat(seen()).as("beyond those that may rest").containsExactly("close ha");
        pool.gone(id("a"));
        rest("d");
        rest("e");
        assertThat(seen()).isEmpty();
        assertThat(pool.handles()).isEqualTo(2);
    }

    @Test
    void whoGaveBackWaitsBehindThoseWhoWaited() {
        for (String name : List.of("a", "b", "c", "d")) {
            borrow(name);
        }
        seen();
        rest("a");
        borrow("a");
        assertThat(seen()).containsExactly("d has to open after closing ha");
        pool.gone(id("a"));
        rest("b");
        assertThat(seen()).containsExactly("a has to open after closing hb");
    }

    @Test
    void waitingIsBoundedInNumberAndTime() {
        for (String name : List.of("a", "b", "c", "d", "e", "f")) {
            borrow(name);
        }
        pool.tick(2);
        borrow("g");
        borrow("h");
        assertThat(seen()).endsWith("c has to open", "h OVERLOADED");
        pool.tick(2);
        assertThat(seen()).containsExactly("d OVERLOADED", "e OVERLOADED", "f OVERLOADED");
        rest("a");
        assertThat(seen()).containsExactly("g has to open after closing ha");
    }

    @Test
    void aRestingHandleIsTakenForGood() {
        used("a");
        pool.take(id("a"), handle -> log.add("taken " + handle.orElse("nothing")));
        pool.gone(id("a"));
        pool.take(id("a"), handle -> log.add("taken " + handle.orElse("nothing")));
        assertThat(seen()).containsExactly("taken ha", "taken nothing");
        assertThat(pool.handles()).isZero();
    }

    @Test
    void takingWaitsForAHandleThatIsBeingClosed() {
        used("a", "b");
        borrow("c");
        pool.take(id("a"), handle -> log.add("taken " + handle.orElse("nothing")));
        assertThat(seen()).containsExactly("c has to open after closing ha");
        pool.gone(id("a"));
        assertThat(seen()).containsExactly("taken nothing");
    }

    @Test
    void closingEndsWithTheLastHandle() {
        used("a");
        borrow("b");
        var closed = pool.close();
        assertThat(seen()).containsExactly("b has to open", "close ha");
        pool.gone(id("a"));
        assertThat(closed).isNotDone();
        rest("b");
        assertThat(seen()).containsExactly("close hb");
        pool.gone(id("b"));
        assertThat(closed).isDone();
    }
}
