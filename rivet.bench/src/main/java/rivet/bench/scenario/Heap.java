package rivet.bench.scenario;

import java.io.IOException;
import java.util.Map;

import rivet.bench.process.ServerProcess;

/** What a server has on its heap when a load is over; and that it has it. */
final class Heap {

    private Heap() {
    }

    /** The option that bounds it. */
    static String most(int mebibytes) {
        return "-Xmx" + mebibytes + "m";
    }

    /** Adds what is live, and what is resident. */
    static void measure(ServerProcess server, Map<String, Double> values) throws IOException, InterruptedException {
        values.put(Values.RESIDENT, (double) server.residentBytes());
        values.put(Values.LIVE, (double) server.liveBytes());
    }
}
