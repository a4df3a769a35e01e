package rivet.bench.scenario;

import java.io.IOException;
import java.util.List;

import rivet.bench.client.Call;
import rivet.bench.client.HttpCaller;

/** Inserts: in the end each actor must have as many more rows as it answered. */
final class Rows implements Check {

    private final List<Call> counts;
    private final double[] expected;

    /** @param counts counts the rows, for each actor */
    Rows(List<Call> counts) {
        this.counts = counts;
        expected = new double[counts.size()];
    }

    @Override
    public void before(HttpCaller caller) throws IOException {
        for (int i = 0; i < expected.length; i++) {
            expected[i] = caller.call(counts.get(i)).number();
        }
    }

    @Override
    public void reply(int actor, double number) {
        expected[actor]++;
    }

    @Override
    public void after(HttpCaller caller) throws IOException {
        for (int i = 0; i < expected.length; i++) {
            Check.equal("rows of actor " + i, expected[i], caller.call(counts.get(i)).number());
        }
    }
}
