package rivet.test.driver;

import java.io.IOException;
import java.time.Duration;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Request;
import rivet.actor.Response;

/** Ours, not of the driver suite: says more than a client that does not read can take. */
@ActorType(value = "flood", actionTimeout = 120_000)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Flood extends Actor<Void> {

    private static final int PIECE = 256 * 1024;

    private long written;
    private boolean cutOff;

    /** How far the answer to a request came. */
    public record Progress(long written, boolean cutOff) {}

    /** Sends so many events of 256 KiB to all who subscribed, with a pause after each in which they can leave. */
    @Action
    public void broadcastMany(int count) {
        String drop = "x".repeat(PIECE);
        for (int i = 0; i < count; i++) {
            broadcast("drop", i, drop);
            sleep(Duration.ofMillis(15));
        }
    }

    @Action
    public Progress progress() {
        return new Progress(written, cutOff);
    }

    /** Answers with as many bytes as anybody takes, up to 100 MiB. */
    @Override
    protected Response onRequest(Request request) {
        return Response.stream("application/octet-stream", sink -> {
            try {
                for (int i = 0; i < 400; i++) {
                    sink.write(new byte[PIECE]);
                    written += PIECE;
                }
            } catch (IOException e) {
                cutOff = true;
                throw e;
            }
        });
    }
}
