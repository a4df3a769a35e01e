package rivet.test.driver.http;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.ImmutableState;
import rivet.actor.Input;
import rivet.actor.Request;
import rivet.actor.Response;

/** Answers HTTP requests, and counts them. */
@ActorType("rawHttpActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawHttpActor extends Actor<RawHttpActor.State> {

    /** Of the request, not of what it asks for. */
    private static final Set<String> NOT_ECHOED = Set.of("host", "connection", "content-length", "transfer-encoding", "accept-encoding");

    /** How many requests came; as it is shown to clients, too. */
    @ImmutableState
    public record State(long requestCount) {}

    /** A greeting. */
    public record Hello(String message) {}

    @Override
    protected State createState(Input input) {
        return new State(0);
    }

    @Override
    protected Response onRequest(Request request) {
        updateState(s -> new State(s.requestCount() + 1));
        return switch (request.path()) {
            case "/api/hello" -> Response.json(new Hello("Hello from actor!"));
            case "/api/echo" -> request.method().equals("POST") ? echo(request) : Response.of(404);
            case "/api/state" -> Response.json(state());
            case "/api/headers" -> Response.json(flat(request.headers()));
            default -> Response.of(404);
        };
    }

    private Response echo(Request request) {
        Map<String, List<String>> headers = request.headers().entrySet().stream().filter(header -> !NOT_ECHOED.contains(header.getKey()))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return new Response(200, headers, new Response.Bytes(await(request.bytes())));
    }

    static Map<String, String> flat(Map<String, List<String>> headers) {
        return headers.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, header -> String.join(", ", header.getValue())));
    }
}
