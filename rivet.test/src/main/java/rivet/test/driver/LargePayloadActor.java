package rivet.test.driver;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;

/** Large arguments and results. */
@ActorType("largePayloadActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class LargePayloadActor extends Actor<Void> {

    /** Tells what the request was about. */
    @Action
    public LargePayload.Summary processLargeRequest(LargePayload.Request request) {
        return LargePayload.Summary.of(request.items());
    }

    /** Returns that many items. */
    @Action
    public LargePayload.Response getLargeResponse(int count) {
        return LargePayload.Response.of(count);
    }

    /** Returns its argument. */
    @Action
    public Object echo(Object value) {
        return value;
    }
}
