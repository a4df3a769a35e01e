package rivet.test.driver;


import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ImmutableState;

/** Large arguments and results over a connection. */
@ActorType("largePayloadConnActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class LargePayloadConnActor extends Actor<Void> {

    /** How many items the last request of a connection had. */
    @ImmutableState
    public record Last(int lastRequestSize) {}

    @Override
    protected Object createConnState(Connection connection) {
        return new Last(0);
    }

    /** Tells what the request was about. */
    @Action
    public LargePayload.Summary processLargeRequest(LargePayload.Request request) {
        caller().setState(new Last(request.items().size()));
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

    /** Returns how many items the last request of the calling connection had. */
    @Action
    public int getLastRequestSize() {
        return caller().state(Last.class).lastRequestSize();
    }
}
