package rivet.runtime.store;

import java.util.ArrayList;
import java.util.List;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

import rivet.error.ErrorCode;
import rivet.error.RivetException;
import rivet.runtime.Interleavings;

/**
 * Interleavings of a turn thread that adds outputs, stores that tell what is durable, and failures: each output leaves once, in the order in which it was added, and
 * not before its turn is durable; whoever finds the door busy leaves nothing behind.
 */
public class OutputGateInterleavingTest {

    private final OutputGate gate = new OutputGate(2);
    private final List<Integer> left = new ArrayList<>();
    private int added;
    private boolean failed;
    private boolean tooEarly;

    private final class Numbered implements Output {

        private final int number;

        Numbered(int number) {
            this.number = number;
        }

        @Override
        public void release() {
            leaves(number, gate.isDurable(turn(number)));
        }

        @Override
        public void fail(RivetException error) {
            leaves(number, true);
        }
    }

    /** Two outputs a turn. */
    private static long turn(int number) {
        return (number + 1) / 2;
    }

    private synchronized void leaves(int number, boolean may) {
        left.add(number);
        tooEarly |= !may;
    }

    @Operation(nonParallelGroup = "turns")
    public void add() {
        int number = ++added;
        gate.add(turn(number), List.of(new Numbered(number)));
    }

    @Operation
    public void firstTurnIsDurable() {
        gate.durable(1);
    }

    @Operation
    public void secondTurnIsDurable() {
        gate.durable(2);
    }

    @Operation(runOnce = true)
    public void fail() {
        gate.fail(ErrorCode.ACTOR_STORAGE_FAILED.error());
        failed = true;
    }

    @Validate
    public void allThatMayHaveLeft() {
        for (int i = 0; i < left.size(); i++) {
            require(left.get(i) == i + 1, "out of order, or twice");
        }
        require(!tooEarly, "too early");
        int next = left.size() + 1;
        require(next > added || !failed && !gate.isDurable(turn(next)), "left behind");
        require(gate.room().isPresent() == added - left.size() >= 2, "room");
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + ": " + left + " of " + added);
        }
    }

    @Test
    void nothingIsLeftBehindAndNothingOvertakes() {
        Interleavings.check(OutputGateInterleavingTest.class, 60);
    }
}
