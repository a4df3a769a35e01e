import java.net.URI;

import rivet.client.ActorConnection;
import rivet.client.net.ClientOptions;
import rivet.client.net.RivetClient;

/** Follows an actor, and says on its output what it sees, until its input ends. Each line there is a number to be added. */
void main(String[] arguments) throws Exception {
    ClientOptions options = ClientOptions.DEFAULT.withEncoding(ClientOptions.Encoding.valueOf(arguments[1].toUpperCase()));
    try (RivetClient client = RivetClient.connect(URI.create(arguments[0]), options)) {
        ActorConnection counter = client.getOrCreate("counter", arguments[1]).connect();
        counter.onStatus(status -> IO.println("status " + status));
        counter.on("newCount", Long.class, count -> IO.println("event " + count));
        for (String line = IO.readln(""); line != null; line = IO.readln("")) {
            try {
                IO.println("result " + counter.call(long.class, "increment", Long.parseLong(line)));
            } catch (rivet.error.RivetException e) {
                IO.println("error " + e.group() + "." + e.code());
            }
        }
    }
}
