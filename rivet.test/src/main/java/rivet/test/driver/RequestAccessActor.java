package rivet.test.driver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Connection;
import rivet.actor.ConnectionRequest;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.actor.WebSocket;

/** What the hooks see of the request that led to them. */
@ActorType("requestAccessActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RequestAccessActor extends Actor<RequestAccessActor.State> {

    /** A request as a hook saw it, or that there was none. */
    public record Seen(boolean hasRequest, String requestUrl, String requestMethod,
            Map<String, String> requestHeaders) {

        static final Seen NOTHING = new Seen(false, null, null, Map.of());

        static Seen of(ConnectionRequest request) {
            return of("http://" + request.header("host").orElse("actor") + request.target(), request.method(), request.headers());
        }

        static Seen of(Request request) {
            return of(request.url(), request.method(), request.headers());
        }

        private static Seen of(String url, String method, Map<String, List<String>> headers) {
            Map<String, String> flat = new LinkedHashMap<>();
            headers.forEach((name, values) -> flat.put(name, String.join(", ", values)));
            return new Seen(true, url, method, flat);
        }

        String json() {
            return Json.text(Map.of("hasRequest", hasRequest, "requestUrl", requestUrl, "requestMethod", requestMethod, "requestHeaders", requestHeaders));
        }
    }

    /** What each hook saw. */
    @ImmutableState
    public record State(Seen onBeforeConnectRequest, Seen createConnStateRequest, Seen onRequestRequest,
            Seen onWebSocketRequest) {}

    /** Whether the request of this connection is to be noted. */
    public record Params(boolean trackRequest) {}

    /** The state of a connection: the request as the hook saw it that made this. */
    @ImmutableState
    public record ConnState(boolean trackRequest, Seen requestInfo) {}

    /** What each hook saw, as clients read it. */
    public record Info(Seen onBeforeConnect, Seen createConnState, Seen onRequest, Seen onWebSocket) {}

    @Override
    protected State createState(Input input) {
        return new State(Seen.NOTHING, Seen.NOTHING, Seen.NOTHING, Seen.NOTHING);
    }

    @Override
    protected void onBeforeConnect(Connection connection) {
        if (tracks(connection)) {
            Seen seen = Seen.of(connection.request());
            updateState(s -> new State(seen, s.createConnStateRequest(), s.onRequestRequest(), s.onWebSocketRequest()));
        }
    }

    @Override
    protected Object createConnState(Connection connection) {
        boolean tracks = tracks(connection);
        return new ConnState(tracks, tracks ? Seen.of(connection.request()) : Seen.NOTHING);
    }

    @Override
    protected void onConnect(Connection connection) {
        ConnState own = connection.state(ConnState.class);
        if (own.trackRequest()) {
            updateState(s -> new State(s.onBeforeConnectRequest(), own.requestInfo(), s.onRequestRequest(), s.onWebSocketRequest()));
        }
    }

    @Override
    protected Response onRequest(Request request) {
        Seen seen = Seen.of(request);
        updateState(s -> new State(s.onBeforeConnectRequest(), s.createConnStateRequest(), seen, s.onWebSocketRequest()));
        return Response.json(seen);
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        Seen seen = Seen.of(socket.connection().request());
        updateState(s -> new State(s.onBeforeConnectRequest(), s.createConnStateRequest(), s.onRequestRequest(), seen));
        socket.onText(socket::send);
        socket.onBinary(socket::send);
        socket.send(seen.json());
    }

    private static boolean tracks(Connection connection) {
        return connection.paramsOr(Params.class, new Params(false)).trackRequest();
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
