package rivet.test.driver;

import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;

/** What the hooks see of the request that led to them. */
@ActorType("requestAccessActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RequestAccessActor extends Actor<RequestAccessActor.State> {

    /** A request as a hook saw it, or that there was none. */
    public record Seen(boolean hasRequest, String requestUrl, String requestMethod,
            Map<String, String> requestHeaders) {

        static final Seen NOTHING = new Seen(false, null, null, Map.of());
    }

    /** What each hook saw. */
    @ImmutableState
    public record State(Seen onBeforeConnectRequest, Seen createConnStateRequest, Seen onRequestRequest,
            Seen onWebSocketRequest) {}

    /** What each hook saw, as clients read it. */
    public record Info(Seen onBeforeConnect, Seen createConnState, Seen onRequest, Seen onWebSocket) {}

    @Override
    protected State createState(Input input) {
        return new State(Seen.NOTHING, Seen.NOTHING, Seen.NOTHING, Seen.NOTHING);
    }

    /** Answers. */
    @Action
    public String ping() {
        return "pong";
    }

    /** Returns what each hook saw. */
    @Action
    public Info getRequestInfo() {
        State s = state();
        return new Info(s.onBeforeConnectRequest(), s.createConnStateRequest(), s.onRequestRequest(),
            s.onWebSocketRequest());
    }
}
