package rivet.test.driver.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Request;
import rivet.actor.Response;

/** Serves resources below paths of its own; named after the router that the original does it with. */
@ActorType("rawHttpHonoActor")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawHttpHonoActor extends Actor<Void> {

    private static final String USERS = "/users/";

    /** A user. */
    public record User(long id, String name) {}

    @Override
    protected Response onRequest(Request request) {
        String path = request.path();
        String route = request.method() + " " + (path.startsWith(USERS) && path.indexOf('/', USERS.length()) < 0 ? USERS : path);
        String id = path.startsWith(USERS) ? path.substring(USERS.length()) : "";
        return switch (route) {
            case "GET /" -> Response.json(Map.of("message", "Welcome to Hono actor!"));
            case "GET /users" -> Response.json(List.of(new User(1, "Alice"), new User(2, "Bob")));
            case "POST /users" -> Response.json(with(3L, request)).withStatus(201);
            case "GET " + USERS -> Response.json(Map.of("id", number(id), "name", id.equals("1") ? "Alice" : "Bob"));
            case "PUT " + USERS -> Response.json(with(number(id), request));
            case "DELETE " + USERS -> Response.json(Map.of("message", "User " + id + " deleted"));
            default -> Response.of(404);
        };
    }

    /** What the request has, with an id before it. */
    private Map<String, Object> with(Object id, Request request) {
        Map<String, Object> user = new LinkedHashMap<>(Map.of("id", id));
        Map<?, ?> body = await(request.json(Map.class));
        body.forEach((name, value) -> user.put(name.toString(), value));
        return user;
    }

    private static Object number(String id) {
        return id.matches("[0-9]{1,15}") ? Long.valueOf(id) : id;
    }
}
