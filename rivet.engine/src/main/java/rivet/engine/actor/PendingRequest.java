package rivet.engine.actor;

import java.time.Duration;

import rivet.spi.engine.Hosting;
import rivet.spi.engine.HttpCall;
import rivet.spi.engine.HttpReply;
import rivet.spi.engine.NotAdmittedException;

/** An HTTP request on its way. */
final class PendingRequest extends Pending<HttpReply> {

    private final HttpCall call;

    PendingRequest(HttpCall call) {
        this.call = call;
    }

    @Override
    Duration patience(Limits limits) {
        return limits.ready();
    }

    @Override
    boolean isOfActor() {
        return call.header(HttpCall.CAUSE).isPresent();
    }

    @Override
    void carry(ActorCell cell, Hosting hosting, int generation) {
        Stages.of(() -> hosting.request(cell.id(), generation, call)).whenComplete((reply, failure) -> {
            if (failure == null) {
                result().complete(reply);
            } else if (Causes.of(failure) instanceof NotAdmittedException refusal) {
                cell.refused(this, generation, refusal.reason());
            } else {
                fail(Causes.named(failure));
            }
        });
    }
}
