package rivet.runtime.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import rivet.error.RivetException;

/** A commit queue on a scripted database, and turns whose outputs say how they left. */
abstract class CommitsFixture {

    /** Where the fence is that the incarnation finds. */
    static final Position LOADED = new Position(0, 9, 7, 2);

    final ScriptedDatabase database = new ScriptedDatabase();
    final OutputGate gate = new OutputGate(100);
    final List<CommitFailure> failures = new ArrayList<>();
    final Commits commits = new Commits(database, new Incarnation(1, 1), LOADED, gate, failures::add);
    final LooseWrites writes = new LooseWrites(database, commits);
    final List<String> left = new ArrayList<>();

    final Output output(String name) {
        return new Output() {
            @Override
            public void release() {
                left.add(name);
            }

            @Override
            public void fail(RivetException error) {
                left.add(name + " failed " + ((Map<?, ?>) error.metadata().orElseThrow()).get("committed"));
            }
        };
    }

    /** A turn that changed the state to the given byte. */
    final void turn(int state, String output) {
        gate.add(commits.ended(Optional.empty(), Optional.of(new byte[] { (byte) state }), List.of()), List.of(output(output)));
    }

    /** A turn that changed nothing. */
    final void readingTurn(String output) {
        gate.add(commits.ended(Optional.empty(), Optional.empty(), List.of()), List.of(output(output)));
    }
}
