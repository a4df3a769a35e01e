package rivet.bench.scenario;

import rivet.bench.client.HttpCaller;

/** Every reply is the same number. */
record Constant(double expected) implements Check {

    @Override
    public void before(HttpCaller caller) {
        // nothing to look at
    }

    @Override
    public void reply(int actor, double number) {
        if (number != expected) {
            Check.equal("reply", expected, number);
        }
    }

    @Override
    public void after(HttpCaller caller) {
        // each reply was looked at
    }
}
