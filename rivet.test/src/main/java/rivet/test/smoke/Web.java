package rivet.test.smoke;

import java.net.URI;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Request;
import rivet.actor.Response;
import rivet.actor.UserError;
import rivet.actor.WebSocket;

/** Answers HTTP and WebSockets itself. */
@ActorType("web")
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class Web extends Actor<Void> {

    @Override
    protected Response onRequest(Request request) {
        String path = request.path();
        if (path.startsWith("/status/")) {
            return Response.text("status body").withStatus(Integer.parseInt(path.substring("/status/".length())));
        }
        return switch (path) {
            case "/echo" -> echo(request);
            case "/bytes" -> Response.bytes("application/octet-stream", new byte[] { 0, (byte) 0xff, 1, (byte) 0xfe });
            case "/empty" -> Response.of(204);
            case "/stream" -> Response.stream("text/plain", to -> {
                for (int i = 0; i < 4; i++) {
                    to.write("chunk" + i + ";");
                    sleep(Duration.ofMillis(150));
                }
            });
            case "/throw" -> throw new IllegalStateException("secret detail");
            case "/usererror" -> throw new UserError("nope", "web_nope", Map.of("z", 1));
            default -> Response.text("root:" + request.target());
        };
    }

    private Response echo(Request request) {
        URI url = URI.create(request.url());
        Map<String, String> headers = new TreeMap<>();
        request.headers().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        Map<String, Object> seen = new LinkedHashMap<>();
        seen.put("method", request.method());
        seen.put("host", url.getRawAuthority());
        seen.put("path", url.getRawPath());
        seen.put("search", url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
        seen.put("headers", headers);
        seen.put("bodyHex", HexFormat.of().formatHex(await(request.bytes())));
        return Response.json(seen).withHeader("x-custom", "yes");
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onText(text -> text(socket, text));
        socket.onBinary(content -> socket.send(reversed(content)));
        socket.send("hello");
    }

    private static void text(WebSocket socket, String text) {
        if (text.startsWith("close:")) {
            List<String> words = List.of(text.split(":", 3));
            socket.close(Integer.parseInt(words.get(1)), words.get(2));
            return;
        }
        socket.send(switch (text) {
            case "ping" -> "pong";
            case "url" -> socket.connection().request().target();
            case "params" -> json(socket.connection().paramsOr(Map.class, Map.of()));
            default -> "echo:" + text;
        });
    }

    private static String json(Map<?, ?> params) {
        StringBuilder text = new StringBuilder("{");
        params.forEach((name, value) -> text.append(text.length() > 1 ? "," : "").append('"').append(name).append("\":\"").append(value).append('"'));
        return text.append('}').toString();
    }

    private static byte[] reversed(byte[] content) {
        byte[] result = new byte[content.length];
        for (int i = 0; i < content.length; i++) {
            result[i] = content[content.length - 1 - i];
        }
        return result;
    }
}
