package rivet.bench.scenario;

import java.io.IOException;

import rivet.bench.client.BenchException;
import rivet.bench.client.HttpCaller;

/** What the replies of a load must be. */
interface Check {

    /** Before the load: looks where each actor stands. */
    void before(HttpCaller caller) throws IOException;

    /** Each reply. */
    void reply(int actor, double number);

    /** After the load and the last reply: nothing may be missing. */
    void after(HttpCaller caller) throws IOException;

    static void equal(String what, double expected, double found) {
        if (expected != found) {
            throw new BenchException("%s: %s where %s was due".formatted(what, found, expected));
        }
    }
}
