package rivet.test.driver.hibernation;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ServiceScope;

import rivet.actor.Action;
import rivet.actor.Actor;
import rivet.actor.ActorType;
import rivet.actor.Input;
import rivet.actor.WebSocket;

/** Talks JSON over WebSockets that stay while it sleeps. */
@ActorType(value = "rawWebSocketActor", sleepTimeout = 250, canHibernateWebSocket = true)
@Component(service = Actor.class, scope = ServiceScope.PROTOTYPE)
public final class RawWebSocketActor extends Actor<RawWebSocketActor.State> {

    private static final Pattern TYPE = Pattern.compile("\\{\\s*\"type\"\\s*:\\s*\"(\\w+)\".*", Pattern.DOTALL);
    private static final Pattern PAYLOAD = Pattern.compile(".*?\"payload\"\\s*:\\s*(\"(?:[^\"\\\\]++|\\\\.)*+\"|[^,}]+).*", Pattern.DOTALL);

    /** How many sockets are open, how many frames came, and the numbers of those that asked to be noted. */
    public static final class State {

        /** Sockets. */
        public long connectionCount;
        /** Frames. */
        public long messageCount;
        /** Numbers, in the order in which they were handled; null for a frame without one. */
        public List<Long> indexedMessageOrder = new ArrayList<>();
    }

    @Override
    protected State createState(Input input) {
        return new State();
    }

    @Override
    protected void onWebSocket(WebSocket socket) {
        socket.onText(text -> {
            state().messageCount++;
            Matcher type = TYPE.matcher(text);
            socket.send(type.matches() ? answer(socket, type.group(1), text) : text);
        });
        socket.onBinary(content -> {
            state().messageCount++;
            socket.send(content);
        });
        socket.onClose((code, reason) -> state().connectionCount--);
        if (!socket.isRestored()) {
            state().connectionCount++;
            socket.send("{\"type\":\"welcome\",\"connectionCount\":" + state().connectionCount + "}");
        }
    }

    private String answer(WebSocket socket, String type, String text) {
        return switch (type) {
            case "ping" -> "{\"type\":\"pong\",\"timestamp\":" + clock().millis() + "}";
            case "getStats" -> "{\"type\":\"stats\",\"connectionCount\":" + state().connectionCount + ",\"messageCount\":" + state().messageCount + "}";
            case "getRequestInfo" -> requestInfo(socket.connection().request().target());
            case "indexedEcho" -> "{\"type\":\"indexedEcho\",\"payload\":" + payload(text) + ",\"rivetMessageIndex\":" + noted(socket) + "}";
            case "indexedAckProbe" -> "{\"type\":\"indexedAckProbe\",\"rivetMessageIndex\":" + noted(socket) + ",\"payloadSize\":" + payloadSize(text) + "}";
            case "getIndexedMessageOrder" -> "{\"type\":\"indexedMessageOrder\",\"order\":" + state().indexedMessageOrder.stream().map(String::valueOf)
                .collect(Collectors.joining(",", "[", "]")) + "}";
            case "scheduleSleep" -> scheduleSleep();
            default -> text;
        };
    }

    private static String requestInfo(String target) {
        URI url = URI.create("http://actor" + target);
        String search = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return "{\"type\":\"requestInfo\",\"url\":\"" + url + "\",\"pathname\":\"" + url.getRawPath() + "\",\"search\":\"" + search + "\"}";
    }

    private Long noted(WebSocket socket) {
        Long index = socket.frameIndex().isPresent() ? socket.frameIndex().getAsLong() : null;
        state().indexedMessageOrder.add(index);
        return index;
    }

    private static String payload(String text) {
        Matcher payload = PAYLOAD.matcher(text);
        return payload.matches() ? payload.group(1) : "null";
    }

    private static int payloadSize(String text) {
        String payload = payload(text);
        return payload.startsWith("\"") ? payload.length() - 2 : 0;
    }

    private String scheduleSleep() {
        keepAwake(fork(() -> {
            sleep(Duration.ofMillis(25));
            requestSleep();
            return true;
        }));
        return "{\"type\":\"sleepScheduled\"}";
    }

    /** Asks for sleep. */
    @Action
    public boolean triggerSleep() {
        requestSleep();
        return true;
    }

    /** Returns how many sockets are open and how many frames came. */
    @Action
    public Map<String, Long> getStats() {
        return Map.of("connectionCount", state().connectionCount, "messageCount", state().messageCount);
    }
}
