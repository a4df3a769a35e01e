package rivet.runtime.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;

/** The slot machine of spec/core.md 3.7. */
class SlotTest {

    private final Slot slot = new Slot();

    private static CompletableFuture<Void> future(CompletionStage<Void> stage) {
        return stage.toCompletableFuture();
    }

    @Test
    void isOneOwnersFromBeginToEnd() { // R-tx-1, R-tx-6, R-tx-8
        assertThat(slot.take("a")).isTrue();
        assertThat(slot.isOpen()).as("beginning").isFalse();
        assertThat(slot.take("b")).isFalse();
        assertThat(slot.opened("b")).isFalse();
        assertThat(slot.opened("a")).isTrue();
        assertThat(slot.isOpen()).isTrue();
        slot.leave("b");
        assertThat(slot.isOpen()).isTrue();
        slot.leave("a");
        assertThat(slot.isOpen()).isFalse();
        assertThat(slot.take("b")).isTrue();
    }

    @Test
    void whoWaitsIsServedInTheOrderOfArrival() { // R-tx-1, R-sql-10
        slot.take("a");
        CompletableFuture<Void> b = future(slot.request("b"));
        CompletableFuture<Void> c = future(slot.request("c"));
        assertThat(b).isNotDone();
        slot.leave("a");
        assertThat(b).isDone();
        assertThat(c).isNotDone();
        assertThat(slot.take("d")).as("nobody comes between").isFalse();
        slot.leave("b");
        assertThat(c).isDone();
        assertThat(slot.opened("c")).isTrue();
    }

    @Test
    void whoGivesUpIsSkipped() { // R-tx-5
        slot.take("a");
        CompletableFuture<Void> b = future(slot.request("b"));
        CompletableFuture<Void> c = future(slot.request("c"));
        slot.leave("b");
        slot.leave("a");
        assertThat(b).isNotDone();
        assertThat(c).isDone();
    }

    @Test
    void whoGivesUpAfterBeingServedPassesThePlaceOn() { // R-tx-5
        slot.take("a");
        future(slot.request("b"));
        CompletableFuture<Void> c = future(slot.request("c"));
        slot.leave("a");
        slot.leave("b");
        assertThat(c).isDone();
    }

    @Test
    void whoWaitsBehindOneThatRanOutOfTimeIsRefused() { // R-sql-16
        slot.take("a");
        slot.opened("a");
        CompletableFuture<Void> b = future(slot.request("b"));
        slot.expire("x", ErrorCode.ACTOR_STOPPING::error);
        assertThat(b).as("it was not x that had the place").isNotDone();
        slot.expire("a", () -> ErrorCode.SQLITE_TRANSACTION_EXPIRED.error("timeout_ms", 50));
        assertThatThrownBy(b::join).cause().isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(ErrorCode.SQLITE_TRANSACTION_EXPIRED)).isTrue());
        assertThat(slot.isOpen()).isFalse();
        assertThat(slot.take("c")).as("who comes later is served").isTrue();
    }

    @Test
    void closedIsForGood() { // R-tx-2, R-tx-20, R-tx-21, R-tx-24
        slot.take("a");
        CompletableFuture<Void> b = future(slot.request("b"));
        slot.close();
        assertThatThrownBy(b::join).cause().isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(ErrorCode.ACTOR_STOPPING)).isTrue());
        assertThat(slot.opened("a")).as("one that was beginning rolls itself back: R-tx-7").isFalse();
        slot.leave("a");
        stopping(() -> slot.take("c"));
        stopping(() -> slot.request("c"));
        assertThat(slot.isOpen()).isFalse();
    }

    private static void stopping(Runnable begin) {
        assertThatThrownBy(begin::run).isInstanceOfSatisfying(RivetException.class, e -> assertThat(e.is(ErrorCode.ACTOR_STOPPING)).isTrue());
    }

    @Test
    void openIsNotLeftByAnythingButItsOwner() { // R-tx-2, R-tx-19
        slot.take("a");
        slot.opened("a");
        slot.close();
        slot.leave("b");
        slot.leave("a");
        stopping(() -> slot.take("a"));
    }
}
