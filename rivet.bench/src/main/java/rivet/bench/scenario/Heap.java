package rivet.bench.scenario;

import java.io.IOException;
import java.util.Map;

import rivet.bench.process.ServerProcess;

/** The heap of a server that is loaded beyond measure: it is bounded, and what is on it when that is over is told. */
final class Heap {

    private static final int MEBIBYTES = 256;

    private Heap() {
    }

    /** Starts a server with it, and returns when that answers. */
    static ServerProcess server(Bed bed) throws Exception {
        ServerProcess server = bed.target().extra("-Xmx" + MEBIBYTES + "m");
        try {
            bed.target().awaitAnswer(server);
            return server;
        } catch (Exception e) {
            server.close();
            throw e;
        }
    }

    /** Adds what is live, and what is resident. */
    static void measure(ServerProcess server, Map<String, Double> values) throws IOException, InterruptedException {
        values.put(Values.RESIDENT, (double) server.residentBytes());
        values.put(Values.LIVE, (double) server.liveBytes());
    }
}
