package rivet.bench.scenario;

import java.io.IOException;
import java.util.List;

import rivet.bench.client.Call;
import rivet.bench.client.HttpCaller;

/**
 * Increments by 1: the replies of an actor must be the numbers after its first count without a gap or a repetition, in any
 * order (their sum and their largest say so), and in the end the actor must have the last one.
 */
final class Counts implements Check {

    private final List<Call> gets;
    private final double[] first;
    private final double[] sum;
    private final double[] largest;
    private final long[] replies;

    /** @param gets reads the count, for each actor */
    Counts(List<Call> gets) {
        this.gets = gets;
        first = new double[gets.size()];
        sum = new double[gets.size()];
        largest = new double[gets.size()];
        replies = new long[gets.size()];
    }

    @Override
    public void before(HttpCaller caller) throws IOException {
        for (int i = 0; i < first.length; i++) {
            first[i] = caller.call(gets.get(i)).number();
            largest[i] = first[i];
        }
    }

    @Override
    public void reply(int actor, double number) {
        replies[actor]++;
        sum[actor] += number - first[actor];
        largest[actor] = Math.max(largest[actor], number);
    }

    @Override
    public void after(HttpCaller caller) throws IOException {
        for (int i = 0; i < first.length; i++) {
            double n = replies[i];
            Check.equal("largest count of actor " + i, first[i] + n, largest[i]);
            Check.equal("sum of the counts of actor " + i, n * (n + 1) / 2, sum[i]);
            Check.equal("count of actor " + i + " in the end", first[i] + n, caller.call(gets.get(i)).number());
        }
    }
}
