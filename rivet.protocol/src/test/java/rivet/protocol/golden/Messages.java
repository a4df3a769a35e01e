package rivet.protocol.golden;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import com.fasterxml.jackson.databind.JsonNode;

import rivet.error.ActorSpecifier;
import rivet.protocol.client.ClientProtocol;
import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpActionResponse;
import rivet.protocol.client.HttpError;
import rivet.protocol.client.HttpMessage;
import rivet.protocol.client.HttpQueueSendRequest;
import rivet.protocol.client.HttpQueueSendResponse;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.value.Undefined;

/** Messages of all kinds behind one door, and their fields by name for comparison with the golden file. */
public final class Messages {

    private static final Set<String> IDS = Set.of("id", "actionId", "generation");
    private static final Set<String> OPTIONAL = Set.of("actionId", "metadata", "actor", "key", "name", "timeout", "response");

    private Messages() {
    }

    public static Object decode(String type, Encoding encoding, Frame frame) {
        return switch (type) {
            case "ToClient" -> ClientProtocol.decodeToClient(encoding, frame);
            case "ToServer" -> ClientProtocol.decodeToServer(encoding, frame);
            case "HttpActionRequest" -> ClientProtocol.decodeActionRequest(encoding, bytes(frame));
            case "HttpActionResponse" -> ClientProtocol.decodeActionResponse(encoding, bytes(frame));
            case "HttpQueueSendRequest" -> ClientProtocol.decodeQueueSendRequest(encoding, bytes(frame));
            case "HttpQueueSendResponse" -> ClientProtocol.decodeQueueSendResponse(encoding, bytes(frame));
            case "HttpResponseError" -> ClientProtocol.decodeError(encoding, bytes(frame));
            default -> throw new IllegalArgumentException(type);
        };
    }

    public static byte[] encode(Object message, Encoding encoding) {
        return switch (message) {
            case ToClient toClient -> bytes(ClientProtocol.encode(encoding, toClient));
            case ToServer toServer -> bytes(ClientProtocol.encode(encoding, toServer));
            case HttpMessage http -> ClientProtocol.encode(encoding, http);
            default -> throw new IllegalArgumentException(message.toString());
        };
    }

    static byte[] bytes(Frame frame) {
        return switch (frame) {
            case Frame.Text text -> text.text().getBytes(StandardCharsets.UTF_8);
            case Frame.Binary binary -> binary.bytes();
        };
    }

    /** The fields of the message that a vector means. */
    static Object expected(GoldenVector vector) {
        JsonNode decoded = vector.decoded();
        boolean http = !vector.type().startsWith("To");
        if (vector.encoding() == Encoding.BARE) {
            if (http) {
                return fields("http", decoded, Set.of("type", "version"));
            }
            Map.Entry<String, JsonNode> member = decoded.properties().stream().filter(f -> f.getValue().isObject()).findFirst().orElseThrow();
            return fields(member.getKey(), member.getValue(), Set.of());
        }
        JsonNode value = decoded.get("value");
        return http ? fields("http", value, Set.of()) : fields(value.at("/body/tag").asText(), value.at("/body/val"), Set.of());
    }

    private static Object fields(String tag, JsonNode object, Set<String> without) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("tag", tag);
        object.properties().stream().filter(field -> !without.contains(field.getKey()))
            .forEach(field -> fields.put(field.getKey(), field.getKey().equals("actor") && field.getValue().isObject()
                ? fields("actor", field.getValue(), Set.of()) : id(field.getKey(), Expected.value(field.getValue()))));
        return present(fields);
    }

    private static Object id(String name, Object value) {
        return IDS.contains(name) && value instanceof BigInteger id ? (Object) id.longValueExact() : value;
    }

    /** An optional field that is null or undefined is not there. */
    private static Object present(Map<String, Object> fields) {
        fields.entrySet().removeIf(field -> OPTIONAL.contains(field.getKey())
            && (field.getValue() == null || field.getValue() == Undefined.UNDEFINED));
        return Canonical.of(fields);
    }

    /** The fields of a message. */
    public static Object fields(Object message) {
        return switch (message) {
            case ToClient.Init m -> of("Init", "actorId", m.actorId(), "connectionId", m.connectionId());
            case ToClient.Error m -> of("Error", "group", m.group(), "code", m.code(), "message", m.message(), "metadata", m.metadata(),
                "actionId",
                m.actionId(), "actor", m.actor());
            case ToClient.ActionResponse m -> of("ActionResponse", "id", m.id(), "output", m.output());
            case ToClient.Event m -> of("Event", "name", m.name(), "args", m.args());
            case ToServer.ActionRequest m -> of("ActionRequest", "id", m.id(), "name", m.name(), "args", m.args());
            case ToServer.SubscriptionRequest m -> of("SubscriptionRequest", "eventName", m.eventName(), "subscribe", m.subscribe());
            case HttpActionRequest m -> of("http", "args", m.args());
            case HttpActionResponse m -> of("http", "output", m.output());
            case HttpQueueSendRequest m -> of("http", "body", m.body(), "name", m.name(), "wait", m.waits(), "timeout", m.timeoutMs());
            case HttpQueueSendResponse m -> of("http", "status", m.status(), "response", m.response());
            case HttpError m -> of("http", "group", m.group(), "code", m.code(), "message", m.message(), "metadata", m.metadata(), "actor",
                m.actor());
            case ActorSpecifier m -> of("actor", "actorId", m.actorId(), "generation", m.generation(), "key", m.key());
            default -> throw new IllegalArgumentException(message.toString());
        };
    }

    private static Object of(String tag, Object... namesAndValues) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("tag", tag);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            if (value instanceof OptionalLong number) {
                value = number.isPresent() ? number.getAsLong() : null;
            } else if (value instanceof Optional<?> optional) {
                value = optional.orElse(null);
            }
            fields.put((String) namesAndValues[i], value instanceof ActorSpecifier actor ? fields(actor) : value);
        }
        return present(fields);
    }
}
